"use strict";
// Line charts.

const COLOURS = 6;
const colour = (i) => `var(--c${i % COLOURS})`;

// Round numbers that divide a range into about `wanted` parts.
function ticks(low, high, wanted) {
  const raw = (high - low) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= raw);
  const marks = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-6; value += step) {
    marks.push(Math.abs(value) < step * 1e-6 ? 0 : Number(value.toPrecision(12)));
  }
  return marks;
}

// series: [{name, points: [[x, y, error]]}]; options: low, high, bounds: [[y, text]], yTicks:
// [[y, text]], width, height, xName, tip(index of point), onClick(x).
function lineChart(node, series, options) {
  const width = options.width || 900, height = options.height || 300;
  const left = 46, right = 14, top = 12, bottom = options.xName ? 34 : 18;
  const points = series.flatMap((line) => line.points);
  const xHigh = Math.max(1, ...points.map((p) => p[0]));
  const xLow = options.xLow ?? 0;
  const [low, high] = range(points, options);
  const x = (value) => left + (value - xLow) / (xHigh - xLow || 1) * (width - left - right);
  const y = (value) => {
    const bounded = Math.max(low, Math.min(high, value));
    return top + (high - bounded) / (high - low || 1) * (height - top - bottom);
  };
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  for (const [value, text] of options.yTicks || ticks(low, high, 6).map((v) => [v, v])) {
    svg("line", { x1: left, x2: width - right, y1: y(value), y2: y(value),
      class: value === 0 ? "zero" : "grid" }, root);
    svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, root, text);
  }
  for (const value of ticks(xLow, xHigh, 8).filter(Number.isInteger)) {
    svg("text", { x: x(value), y: height - bottom + 14, "text-anchor": "middle" }, root, value);
  }
  if (options.xName) {
    svg("text", { x: (left + width - right) / 2, y: height - 5, "text-anchor": "middle" }, root,
      options.xName);
  }
  for (const [value, text] of options.bounds || []) {
    svg("line", { x1: left, x2: width - right, y1: y(value), y2: y(value), class: "bound" }, root);
    svg("text", { x: width - right - 4, y: y(value) - 4, "text-anchor": "end" }, root, text);
  }
  series.forEach((line, i) => drawSeries(root, line, i, x, y));
  const cursor = svg("line", { y1: top, y2: height - bottom, class: "cursor",
    visibility: "hidden" }, root);
  node.replaceChildren(root);
  const setCursor = (value) => {
    cursor.setAttribute("visibility", value === null ? "hidden" : "visible");
    if (value !== null) for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(value));
  };
  watchPointer(node, root, points, (px) => xLow + (px * width - left)
    / (width - left - right) * (xHigh - xLow), setCursor, options);
  if (series.length > 1 && options.legend !== false) node.append(legend(series));
  return { setCursor };
}

function range(points, options) {
  if (options.low !== undefined) return [options.low, options.high];
  const values = points.flatMap(([, value, error]) => error === null || error === undefined
    ? [value] : [value - error, value + error]);
  // The first games say nothing: their huge errors must not flatten the rest.
  const late = points.slice(Math.floor(points.length / 10));
  const limit = 1.3 * Math.max(20, ...late.map(([, v, e]) => Math.abs(v) + (e || 0)));
  const bounds = (options.bounds || []).map(([value]) => value);
  const low = Math.max(-limit, Math.min(0, ...values)), high = Math.min(limit, Math.max(0, ...values));
  const pad = 0.06 * (high - low || 1);
  return [Math.min(low, ...bounds) - pad, Math.max(high, ...bounds) + pad];
}

function drawSeries(root, line, i, x, y) {
  const known = line.points.filter((p) => p[1] !== null);
  const banded = known.filter((p) => typeof p[2] === "number");
  if (banded.length > 1) {
    const upper = banded.map((p) => `${x(p[0])},${y(p[1] + p[2])}`);
    const lower = banded.map((p) => `${x(p[0])},${y(p[1] - p[2])}`).reverse();
    svg("polygon", { points: [...upper, ...lower].join(" "), class: "band", fill: colour(i) }, root);
  }
  if (known.length === 1) {
    svg("circle", { cx: x(known[0][0]), cy: y(known[0][1]), r: 3, fill: colour(i) }, root);
  }
  const path = known.map((p) => `${x(p[0]).toFixed(1)},${y(p[1]).toFixed(1)}`).join(" ");
  svg("polyline", { points: path, class: "curve", stroke: line.colour || colour(i) }, root);
}

function watchPointer(node, root, points, toX, setCursor, options) {
  const tip = document.createElement("div");
  tip.className = "tip";
  node.append(tip);
  const nearest = (event) => {
    const box = root.getBoundingClientRect();
    const value = toX((event.clientX - box.left) / box.width);
    return points.reduce((best, p) => Math.abs(p[0] - value) < Math.abs(best[0] - value) ? p : best,
      points[0]);
  };
  if (!points.length) return;
  root.addEventListener("pointermove", (event) => {
    const point = nearest(event);
    if (!options.keepCursor) setCursor(point[0]);
    tip.textContent = options.tip ? options.tip(point) : "";
  });
  root.addEventListener("pointerleave", () => {
    if (!options.keepCursor) setCursor(null);
    tip.textContent = "";
  });
  if (options.onClick) root.addEventListener("click", (event) => options.onClick(nearest(event)[0]));
}

function legend(series) {
  const box = document.createElement("div");
  box.className = "legend";
  series.forEach((line, i) => {
    const item = document.createElement("span");
    const sample = document.createElement("i");
    sample.style.background = line.colour || colour(i);
    item.append(sample, line.name);
    box.append(item);
  });
  return box;
}
