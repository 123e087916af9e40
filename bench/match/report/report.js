"use strict";
// The page: tables, charts, and the game viewer.

const $ = (id) => document.getElementById(id);
const NAMES = DATA.names;
const PAGE = 50;                    // rows of a table page
const signed = (value, digits = 1) => (value > 0 ? "+" : "") + value.toFixed(digits);
DATA.games.sort((a, b) => a.id - b.id);
const resultText = (game) => [BOARD.results[2], BOARD.results[1], BOARD.results[0]][game.r];

function element(tag, text, name) {
  const node = document.createElement(tag);
  if (text !== undefined && text !== null) node.textContent = text;
  if (name) node.className = name;
  return node;
}

// columns: [[heading, row -> text, class]]
function fillTable(table, columns, rows, onClick) {
  const head = element("tr");
  for (const [heading, , name] of columns) head.append(element("th", heading, name));
  const body = element("tbody");
  for (const row of rows) {
    const line = element("tr");
    for (const [, text, name] of columns) line.append(element("td", text(row), name));
    if (onClick) {
      line.className = "link";
      line.addEventListener("click", () => onClick(row, line));
    }
    body.append(line);
  }
  const top = element("thead");
  top.append(head);
  table.replaceChildren(top, body);
}

function showStandings() {
  for (const line of DATA.summary) $("summary").append(element("p", line));
  const points = (row) => row.won + row.drawn / 2;
  const games = (row) => row.won + row.drawn + row.lost;
  const places = new Map(DATA.engines.map((row, i) => [row, i + 1]));
  fillTable($("standings-table"), [
    ["", (row) => places.get(row)], ["Engine", (row) => row.name, "word"],
    ["Elo", (row) => row.elo === null ? "–" : signed(row.elo)],
    ["± 95 %", (row) => row.error === null ? "–" : row.error.toFixed(1)],
    ["Points", points], ["Games", games],
    ["%", (row) => (games(row) ? 100 * points(row) / games(row) : 0).toFixed(1)],
    ["Won", (row) => row.won], ["Drawn", (row) => row.drawn], ["Lost", (row) => row.lost],
    ["Nodes/s", (row) => row.nps === null ? "–" : row.nps.toLocaleString("en")],
    ["Depth", (row) => row.depth === null ? "–" : row.depth.toFixed(1)],
    ["Slowest ms", (row) => row.slowest], ["Faults", (row) => row.faults || "none", "word"],
  ], DATA.engines);
  const cross = DATA.cross.map((cells, i) => ({ name: NAMES[i], cells, i }));
  fillTable($("cross-table"), [["", (row) => row.name, "word"],
    ...NAMES.map((name, j) => [name, (row) => {
      const cell = row.cells[j];
      return row.i === j ? "" : `+${cell.won} −${cell.lost} =${cell.drawn}`;
    }])], cross);
  fillTable($("facts"), [["", (row) => row[0]], ["", (row) => row[1]]], DATA.facts);
}

function showCurves() {
  const several = DATA.curves.length > 1;
  lineChart($("elo-chart"), DATA.curves, {
    xName: several ? "games, Elo around the mean of all"
      : `games, Elo of ${NAMES[0]} against ${NAMES[1]} with its 95 % interval`,
    tip: ([games, elo, error]) => `${games} games: ${signed(elo)}`
      + (typeof error === "number" ? ` ± ${error.toFixed(1)}` : ""),
  });
  $("sprt-part").hidden = !DATA.sprt;
  if (!DATA.sprt) return;
  const { lower, upper, path } = DATA.sprt;
  lineChart($("sprt-chart"), [{ name: "LLR", points: path }], {
    xName: "games, log-likelihood ratio", bounds: [[upper, "H1"], [lower, "H0"]],
    low: Math.min(lower, ...path.map((p) => p[1])) - 0.3,
    high: Math.max(upper, ...path.map((p) => p[1])) + 0.3,
    tip: ([games, ratio]) => `${games} games: ${ratio.toFixed(2)}`,
  });
}

// A pager under a table: calls show(first row) and keeps its buttons right.
function pager(node, count, show) {
  let start = 0;
  const back = element("button", "‹"), forward = element("button", "›"), where = element("span");
  back.setAttribute("aria-label", "page back");
  forward.setAttribute("aria-label", "page forward");
  const update = () => {
    show(start);
    where.textContent = ` ${count ? start + 1 : 0}–${Math.min(count, start + PAGE)} of ${count} `;
    back.disabled = start === 0;
    forward.disabled = start + PAGE >= count;
  };
  back.addEventListener("click", () => { start -= PAGE; update(); });
  forward.addEventListener("click", () => { start += PAGE; update(); });
  node.replaceChildren(back, where, forward);
  node.hidden = count <= PAGE;
  update();
}

function showOpenings() {
  const rows = DATA.openings.map((row, index) => ({ ...row, index })).filter((row) => row.games);
  const total = (row) => row.white + row.drawn + row.black;
  const columns = [
    ["Opening", (row) => row.name, "word wrap", (row) => row.index],
    ["Games", total, "", total],
    ["White won", (row) => row.white, "", (row) => row.white],
    ["Drawn", (row) => row.drawn, "", (row) => row.drawn],
    ["Black won", (row) => row.black, "", (row) => row.black],
    [`${NAMES[0]} scored`, (row) => `${row.points} of ${row.games}`, "", (row) => row.points],
  ];
  const table = $("openings-table");
  let sorted = 0, down = false;
  const draw = () => {
    rows.sort((a, b) => (columns[sorted][3](a) - columns[sorted][3](b)) * (down ? -1 : 1)
      || a.index - b.index);
    pager($("openings-pager"), rows.length, (start) => {
      fillTable(table, columns, rows.slice(start, start + PAGE), (row) => {
        $("filter-opening").value = row.index;
        filterGames();
        $("games").scrollIntoView();
      });
      [...table.querySelectorAll("th")].forEach((cell, i) => {
        cell.classList.toggle("sorted", i === sorted);
        cell.addEventListener("click", () => {
          down = i === sorted ? !down : i > 0;
          sorted = i;
          draw();
        });
      });
    });
  };
  draw();
}

function fillSelect(id, options) {
  const select = $(id);
  select.append(new Option("any", ""));
  for (const [value, text] of options) select.append(new Option(text, value));
  select.addEventListener("change", filterGames);
}

function prepareFilters() {
  fillSelect("filter-engine", NAMES.map((name, i) => [i, name]));
  fillSelect("filter-result", [[2, "White won"], [1, "drawn"], [0, "Black won"]]);
  const ends = [...new Set(DATA.games.map((game) => game.why.split(":")[0]))].sort();
  fillSelect("filter-end", ends.map((end) => [end, end]));
  const used = [...new Set(DATA.games.map((game) => game.o))].sort((a, b) => a - b);
  fillSelect("filter-opening", used.map((index) => [index, DATA.openings[index].name]));
}

function filterGames() {
  const engine = $("filter-engine").value, result = $("filter-result").value;
  const end = $("filter-end").value, opening = $("filter-opening").value;
  const games = DATA.games.filter((game) => (engine === "" || game.w == engine || game.b == engine)
    && (result === "" || game.r == result) && (end === "" || game.why.split(":")[0] === end)
    && (opening === "" || game.o == opening));
  $("games-count").textContent = `${games.length} of ${DATA.games.length} games`;
  pager($("games-pager"), games.length, (start) => fillTable($("games-table"), [
    ["#", (game) => game.id + 1], ["White", (game) => NAMES[game.w], "word"],
    ["Black", (game) => NAMES[game.b], "word"], ["Result", resultText],
    ["Plies", (game) => game.m ? game.m.split(" ").length : 0],
    ["End", (game) => game.why, "word wrap"],
  ], games.slice(start, start + PAGE), (game, line) => {
    for (const other of document.querySelectorAll("tr.chosen")) other.classList.remove("chosen");
    line.classList.add("chosen");
    openGame(game, null);
  }));
}

// The viewer.

const view = { game: null, positions: [], moves: [], opening: 0, ply: 0, flipped: false,
  chart: null, timer: null };

function openGame(game, ply) {
  stopPlaying();
  const opening = DATA.openings[game.o];
  const codes = `${opening.moves} ${game.m}`.split(" ").filter(Boolean);
  view.game = game;
  view.moves = codes.map(readMove);
  view.positions = [readFen(opening.fen)];
  for (const move of view.moves) view.positions.push(play(view.positions.at(-1), move));
  view.opening = opening.moves ? opening.moves.split(" ").length : 0;
  $("viewer").hidden = false;
  const by = game.by === undefined ? "" : ` (${NAMES[game.by]})`;
  $("players").replaceChildren(
    `${game.id + 1}. ${NAMES[game.w]} – ${NAMES[game.b]} ${resultText(game)} `,
    element("span", game.why + by, "why"));
  listMoves();
  drawScores();
  show(ply ?? view.opening);
}

function listMoves() {
  const box = $("moves");
  box.replaceChildren();
  view.moves.forEach((move, i) => {
    const item = element("span", null, "move");
    if (i % 2 === 0) item.append(element("span", `${i / 2 + 1}.`, "number"));
    const button = element("button", moveText(move), i < view.opening ? "opening" : "");
    button.addEventListener("click", () => show(i + 1));
    item.append(button);
    box.append(item, " ");
  });
}

// Scores go to ±1, steep around zero; a man is 100.
const bend = (score) => 2 / Math.PI * Math.atan(score / 200);

function drawScores() {
  const scores = view.game.s || [];
  const first = view.positions[view.opening].side === "W" ? 0 : 1;
  const lines = [view.game.w, view.game.b].map((engine, colour) => ({
    name: `${NAMES[engine]} (${colour ? "Black" : "White"})`,
    points: scores.map((score, i) => [view.opening + i + 1, score === null ? null : bend(score)])
      .filter((point, i) => (i + first) % 2 === colour && point[1] !== null),
  }));
  const marks = [-500, -200, -100, 0, 100, 200, 500];
  view.chart = lineChart($("score-chart"), lines, {
    low: -1.02, high: 1.02, width: 440, height: 170, xLow: 0, keepCursor: true,
    yTicks: [...marks.map((m) => [m === 0 ? 0 : bend(m), m / 100]), [1, "win"], [-1, "loss"]],
    tip: ([ply]) => `move ${Math.ceil(ply / 2)}: ${scoreText(ply)}`, onClick: show,
  });
  $("score-chart").hidden = !scores.length;
}

function scoreText(ply) {
  const score = (view.game.s || [])[ply - view.opening - 1];
  if (score === null || score === undefined) return "";
  if (Math.abs(score) > 29000) return `${score > 0 ? "White" : "Black"} wins in ${30000 - Math.abs(score)}`;
  return signed(score / 100, 2);
}

function show(ply) {
  view.ply = Math.max(0, Math.min(view.moves.length, ply));
  const move = view.moves[view.ply - 1];
  drawBoard($("board"), view.positions[view.ply], move, view.flipped);
  if (view.chart) view.chart.setCursor(view.ply);
  const buttons = $("moves").querySelectorAll("button");
  buttons.forEach((button, i) => button.classList.toggle("now", i === view.ply - 1));
  const now = buttons[view.ply - 1];
  if (now) $("moves").scrollTop = now.offsetTop - $("moves").offsetTop - 90;
  else $("moves").scrollTop = 0;
  $("about-move").textContent = aboutMove(move);
  for (const id of ["first", "back"]) $(id).disabled = view.ply === 0;
  for (const id of ["last", "forward"]) $(id).disabled = view.ply === view.moves.length;
  history.replaceState(null, "", `#game=${view.game.id + 1}&ply=${view.ply}`);
}

function aboutMove(move) {
  if (!move) return "start";
  const i = view.ply - view.opening - 1, game = view.game;
  const words = [`${Math.ceil(view.ply / 2)}${view.ply % 2 ? "." : "..."} ${moveText(move)}`];
  if (i < 0) return `${words[0]}  opening`;
  const told = (name) => (game[name] && game[name][i] !== null ? game[name][i] : undefined);
  if (scoreText(view.ply)) words.push(`score ${scoreText(view.ply)}`);
  if (told("d") !== undefined) words.push(`depth ${told("d")}`);
  if (told("n") !== undefined) words.push(`${told("n").toLocaleString("en")} nodes`);
  words.push(`${game.t[i]} ms`);
  if (told("c") !== undefined) words.push(`clock ${(told("c") / 1000).toFixed(1)} s`);
  return words.join("  ·  ");
}

function stopPlaying() {
  clearInterval(view.timer);
  view.timer = null;
  $("play").textContent = "▶▶";
}

function togglePlaying() {
  if (view.timer) { stopPlaying(); return; }
  if (view.ply === view.moves.length) show(0);
  $("play").textContent = "❚❚";
  view.timer = setInterval(() => {
    show(view.ply + 1);
    if (view.ply === view.moves.length) stopPlaying();
  }, 700);
}

function prepareViewer() {
  const steps = { first: () => 0, back: () => view.ply - 1, forward: () => view.ply + 1,
    last: () => view.moves.length };
  for (const [id, step] of Object.entries(steps)) {
    $(id).addEventListener("click", () => { stopPlaying(); show(step()); });
  }
  $("play").addEventListener("click", togglePlaying);
  $("flip").addEventListener("click", () => { view.flipped = !view.flipped; show(view.ply); });
  document.addEventListener("keydown", (event) => {
    const id = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!id || !view.game || event.target.tagName === "SELECT") return;
    event.preventDefault();
    stopPlaying();
    show(steps[id]());
  });
}

function openFromAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const game = DATA.games.find((entry) => String(entry.id + 1) === wanted.get("game"));
  if (game) openGame(game, wanted.has("ply") ? Number(wanted.get("ply")) : null);
  else if (DATA.games.length) openGame(DATA.games[0], null);
}

showStandings();
showCurves();
prepareFilters();
prepareViewer();
filterGames();
showOpenings();
if (location.hash.startsWith("#game=")) openFromAddress();
