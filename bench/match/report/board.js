"use strict";
// Positions and their drawing. Nothing here knows the rules: moves tell from, to and victims.

const DATA = JSON.parse(document.getElementById("data").textContent);
const BOARD = DATA.board;
const NUMBER = new Map(BOARD.names.map((name, number) => [name, number]));

function svg(tag, attributes, parent, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}

// FEN to a position: {side, pieces: number -> w W b B}.
function readFen(fen) {
  const [side, ...groups] = fen.split(":");
  const pieces = new Map();
  for (const group of groups) {
    const colour = group[0];
    if (colour !== "W" && colour !== "B") continue;
    for (const item of group.slice(1).split(",").filter(Boolean)) {
      const king = item[0] === "K";
      const place = king ? item.slice(1) : item;
      const number = NUMBER.has(place) ? NUMBER.get(place) : Number(place);
      pieces.set(number, king ? colour : colour.toLowerCase());
    }
  }
  return { side, pieces };
}

// "28x17x22K" to {from, to, victims, crowns}.
function readMove(code) {
  const crowns = code.endsWith("K");
  const [from, to, ...victims] = code.replace("K", "").split(/[-x]/).map(Number);
  return { from, to, victims, crowns };
}

function play(position, move) {
  const pieces = new Map(position.pieces);
  const piece = pieces.get(move.from);
  pieces.delete(move.from);
  for (const victim of move.victims) pieces.delete(victim);
  pieces.set(move.to, move.crowns ? piece.toUpperCase() : piece);
  return { side: position.side === "W" ? "B" : "W", pieces };
}

const squareText = (number) => (BOARD.letters ? BOARD.names[number] : String(number));

function moveText(move) {
  return squareText(move.from) + (move.victims.length ? BOARD.separator : "-") + squareText(move.to);
}

// Draws a position into a node. `move` is the one that led to it.
function drawBoard(node, position, move, flipped) {
  const size = 40, margin = 16;
  const width = BOARD.files * size, height = BOARD.ranks * size;
  const root = svg("svg", {
    viewBox: `${-margin} -2 ${width + margin + 2} ${height + margin + 2}`, role: "img",
    "aria-label": "board",
  });
  const at = (column, row) => flipped
    ? [(BOARD.files - 1 - column) * size, (BOARD.ranks - 1 - row) * size]
    : [column * size, row * size];
  const all = BOARD.rows.every((row) => row.every((number) => number !== null));
  BOARD.rows.forEach((row, y) => row.forEach((number, x) => {
    const [left, top] = at(x, y);
    const marked = move && (number === move.from || number === move.to);
    const dark = all ? (x + y) % 2 : number !== null;
    const fill = marked ? "var(--last)" : dark ? "var(--dark)" : "var(--light)";
    svg("rect", { x: left, y: top, width: size, height: size, fill }, root);
    if (number === null) return;
    if (!BOARD.letters) {
      svg("text", { x: left + 2, y: top + 9, "font-size": 8, fill: "#fff8" }, root, number);
    }
    if (move && move.victims.includes(number)) {
      svg("path", { d: `M${left + 13} ${top + 13}l14 14m0-14l-14 14`, stroke: "#7a1f12",
        "stroke-width": 3, "data-victim": number }, root);
    }
    const piece = position.pieces.get(number);
    if (piece) drawPiece(root, left + size / 2, top + size / 2, piece, number);
  }));
  for (let x = 0; x < BOARD.files; x++) {
    const [left] = at(x, 0);
    svg("text", { x: left + size / 2, y: height + 12, "text-anchor": "middle", "font-size": 11,
      fill: "var(--dim)" }, root, "abcdefghijklmn"[x]);
  }
  for (let y = 0; y < BOARD.ranks; y++) {
    const [, top] = at(0, y);
    svg("text", { x: -9, y: top + size / 2 + 4, "text-anchor": "middle", "font-size": 11,
      fill: "var(--dim)" }, root, BOARD.ranks - y);
  }
  node.replaceChildren(root);
}

function drawPiece(root, x, y, piece, number) {
  const colour = piece.toLowerCase() === "w" ? "white" : "black";
  const king = piece === piece.toUpperCase();
  const fill = `var(--${colour})`, edge = `var(--${colour}-edge)`;
  const group = svg("g", { "data-square": number, "data-piece": piece }, root);
  svg("circle", { cx: x, cy: y + 1.5, r: 15, fill: "#0004" }, group);
  svg("circle", { cx: x, cy: y, r: 15, fill, stroke: edge, "stroke-width": 1.5 }, group);
  const ring = colour === "white" ? "#b9a888" : "#6f6963";
  if (king) {
    svg("path", { d: `M${x - 8} ${y + 6}l-1.5-11 5 4.5 4.5-7 4.5 7 5-4.5-1.5 11z`,
      fill: colour === "white" ? "#b3541e" : "#e2b04a", stroke: edge, "stroke-width": 0.8 }, group);
  } else {
    svg("circle", { cx: x, cy: y, r: 10, fill: "none", stroke: ring }, group);
    svg("circle", { cx: x, cy: y, r: 5.5, fill: "none", stroke: ring }, group);
  }
}
