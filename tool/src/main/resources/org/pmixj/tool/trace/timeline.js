// Draws the rows of the timeline. Times are microseconds since the begin of the job.
const data = JSON.parse(document.getElementById("data").textContent);
const names = data.names;
const jobs = [...new Set(data.ranks.map(rank => rank.nspace))];
const title = rank => data.ranks[rank].title;

function time(micros) {
  const size = Math.abs(micros);
  const digits = value => value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
  return size < 1000 ? Math.round(micros) + " µs" : size < 1e6 ? digits(micros / 1e3) + " ms" : digits(micros / 1e6) + " s";
}

// A collective operation: its calls by begin, the ranks for which they wait, and what is said of that. From late to complete
// these ranks are in no other collective operation.
const meetings = data.meetings.map(([title, delay, text, whom, how, recorded, awaited, late, complete, ...numbers]) => {
  const meeting = {title: names[title], delay: names[delay], text: names[text], awaitedNames: names[whom], how: names[how],
    recorded: names[recorded], awaited, late, complete, calls: []};
  for (let at = 0; at < numbers.length; at += 5) {
    const [rank, begin, end, waited, status] = numbers.slice(at, at + 5);
    meeting.calls.push({meeting, rank, begin, end, waited, status: names[status]});
  }
  return meeting;
});
const ordered = spans => spans.sort((one, other) => one.begin - other.begin);
const perRank = data.ranks.map(() => ({calls: [], alone: [], phases: [], losses: [], late: []}));
meetings.forEach(meeting => {
  meeting.calls.forEach(call => perRank[call.rank].calls.push(call));
  meeting.awaited.forEach(rank => {
    if (meeting.late < meeting.complete) perRank[rank].late.push({begin: meeting.late, end: meeting.complete, meeting});
  });
});
data.alone.forEach(([rank, name, detail, handler, begin, end]) =>
  perRank[rank].alone.push({rank, title: names[name], detail: names[detail], handler: handler === 1, begin, end}));
data.phases.forEach(([rank, name, begin, end]) => perRank[rank].phases.push({rank, title: names[name], begin, end}));
data.losses.forEach(([rank, name, at]) => perRank[rank].losses.push({rank, title: names[name], begin: at, end: at}));
perRank.forEach(rank => [rank.calls, rank.alone, rank.phases, rank.losses, rank.late].forEach(ordered));
const groups = data.groups.map(row => {
  const changes = [];
  for (let at = 4; at < row.length; at += 3) changes.push({at: row[at], rank: row[at + 1], what: names[row[at + 2]]});
  return {title: names[row[0]], begin: row[1], end: row[2], members: names[row[3]], changes};
});
const arrows = data.arrows.map(([name, from, sent, to, received]) => ({title: names[name], from, sent, to, received}));
const whole = [Math.min(...data.ranks.map(rank => rank.first)), Math.max(1, ...data.ranks.map(rank => rank.last))];

// Groups whose lives do not overlap share a row.
const groupRows = [];
ordered(groups).forEach(group => {
  const row = groupRows.find(spans => spans[spans.length - 1].end <= group.begin);
  row ? row.push(group) : groupRows.push([group]);
});

const canvas = document.getElementById("canvas");
const pen = canvas.getContext("2d");
const box = document.getElementById("drawing");
const view = {from: whole[0], to: whole[1]};
let rows = [], left = 0, width = 0, colours = {};

function layout() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["back", "text", "faint", "line", "row", "life", "late", "onlate", "wait", "onwait", "work", "onwork", "alone", "onalone", "handler", "onhandler", "phase", "onphase", "group", "ongroup"]) {
    colours[name] = style.getPropertyValue("--" + name).trim();
  }
  const count = data.ranks.length;
  const height = Math.max(9, Math.min(48, Math.floor((box.clientHeight - 60) * 0.7 / count)));
  rows = [];
  let top = 26;
  const add = (kind, label, spans, height, more) => {
    rows.push({kind, label, spans, top, height, ...more});
    top += height + (height > 14 ? 4 : 1);
  };
  const heading = text => { rows.push({kind: "heading", label: text, spans: [], top, height: 18}); top += 20; };
  jobs.forEach(job => {
    if (jobs.length > 1) heading("job " + job);
    data.ranks.forEach((rank, number) => {
      if (rank.nspace === job) {
        add("rank", "rank " + rank.rank + (rank.host && height > 13 ? " @ " + rank.host : ""), [], height, {rank: number});
      }
    });
  });
  if (perRank.some(rank => rank.phases.length)) {
    heading("phases");
    perRank.forEach((rank, number) => rank.phases.length && add("phase", title(number), rank.phases, Math.min(18, height)));
  }
  if (groupRows.length) {
    heading("groups");
    groupRows.forEach(row => add("group", "", row, 16));
  }
  const ratio = window.devicePixelRatio || 1;
  const full = box.clientWidth;
  canvas.width = full * ratio;
  canvas.height = (top + 8) * ratio;
  canvas.style.width = full + "px";
  canvas.style.height = top + 8 + "px";
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = "12px system-ui, 'DejaVu Sans', sans-serif";
  left = Math.min(220, 14 + Math.max(40, ...rows.map(row => row.kind === "heading" ? 0 : pen.measureText(row.label).width)));
  width = full - left - 8;
}

const x = at => left + (at - view.from) / (view.to - view.from) * width;
const at = x => view.from + (x - left) / width * (view.to - view.from);

// Calls use for each span that is in view and not hidden in the pixel of the one before.
function visible(spans, use) {
  let pixel = -1;
  for (const span of spans) {
    if (span.begin > view.to) break;
    if (span.end < view.from) continue;
    const end = Math.ceil(x(span.end));
    if (end > pixel) {
      use(span);
      pixel = Math.max(pixel, end);
    }
  }
}

function bar(begin, end, top, height, colour, text, onColour, least = 1) {
  const from = Math.max(left, x(begin)), to = Math.min(left + width, x(end));
  const size = Math.max(least, to - from);
  if (to < left || from > left + width || size <= 0) return 0;
  pen.fillStyle = colours[colour];
  pen.fillRect(from, top, size, height);
  if (text && height >= 10 && size > 30) label(text, from + 4, top + height / 2, size - 8, colours[onColour], height < 14 ? 9.5 : 11.5);
  return size;
}

function label(text, from, middle, room, colour, size) {
  pen.font = size + "px system-ui, 'DejaVu Sans', sans-serif";
  while (pen.measureText(text).width > room) {
    if (text.length < 4) return;
    text = text.slice(0, Math.max(2, Math.floor(text.length * room / pen.measureText(text).width) - 1)).replace(/…$/, "") + "…";
  }
  pen.fillStyle = colour;
  pen.textBaseline = "middle";
  pen.fillText(text, from, middle);
}

function axis() {
  const span = view.to - view.from;
  let step = Math.pow(10, Math.floor(Math.log10(span / 8)));
  while (span / step > 12) step *= span / step > 30 ? 5 : 2;
  for (let tick = Math.ceil(view.from / step) * step; tick <= view.to; tick += step) {
    pen.fillStyle = colours.line;
    pen.fillRect(x(tick), 18, 1, canvas.height);
    if (x(tick) < left + width - 40) label(time(tick), x(tick) + 3, 11, 90, colours.faint, 11);
  }
}

function drawRank(row) {
  const rank = data.ranks[row.rank], mine = perRank[row.rank];
  const strip = mine.alone.length ? Math.max(3, Math.floor(row.height * 0.28)) : 0;
  const main = row.height - strip;
  bar(rank.first, rank.last, row.top, row.height, "life");
  visible(mine.calls, call => {
    const meeting = call.meeting, ready = call.begin + call.waited;
    bar(call.begin, call.end, row.top, main, "work", x(ready) - x(call.begin) < 30 ? meeting.title : "", "onwork");
    if (x(ready) - x(call.begin) >= 1) {
      bar(call.begin, ready, row.top, main, "wait", "waits for " + meeting.awaitedNames + " (" + meeting.title + ")", "onwait");
    }
  });
  // Above the rest, since this is what one looks for.
  for (const late of mine.late) {
    if (late.end < view.from || late.begin > view.to || x(late.end) - x(late.begin) < 2) continue;
    const meeting = late.meeting;
    bar(late.begin, late.end, row.top, main, "late", meeting.how === "never" ? "never comes to " + meeting.title
      : meeting.how === "start" ? "starts; " + meeting.title + " waits for " + meeting.delay
      : "late for " + meeting.title + " by " + meeting.delay, "onlate");
  }
  visible(mine.alone, call => {
    const kind = call.handler ? "handler" : "alone";
    bar(call.begin, call.end, row.top + main, strip, kind, call.title, "on" + kind);
  });
  if (rank.cut) {
    const from = Math.min(x(rank.last) + 3, left + width - 58);
    if (rank.last >= view.from && rank.last <= view.to) label("✕ cut off", from, row.top + row.height / 2, 80, colours.late, Math.min(12, row.height));
  }
  mine.losses.forEach(loss => {
    if (loss.begin >= view.from && loss.begin <= view.to) label("✕", x(loss.begin) - 5, row.top + row.height / 2, 20, colours.late, Math.min(14, row.height));
  });
}

function drawLinks() {
  const place = [];
  rows.forEach(row => { if (row.kind === "rank") place[row.rank] = row; });
  pen.strokeStyle = pen.fillStyle = colours.late;
  pen.lineWidth = 1.5;
  for (const meeting of meetings) {
    const across = x(meeting.complete);
    if (across < left || across > left + width || across - x(meeting.calls[0].begin) < 6) continue;
    const ends = meeting.calls.map(call => call.rank).concat(meeting.awaited).map(rank => place[rank]);
    pen.beginPath();
    pen.moveTo(across, Math.min(...ends.map(end => end.top)));
    pen.lineTo(across, Math.max(...ends.map(end => end.top + end.height)));
    pen.stroke();
    for (const row of meeting.awaited.map(rank => place[rank])) {
      pen.beginPath();
      pen.moveTo(across - 6, row.top - 3);
      pen.lineTo(across + 6, row.top - 3);
      pen.lineTo(across, row.top + 6);
      pen.fill();
    }
  }
  const shown = arrows.filter(arrow => arrow.received >= view.from && arrow.sent <= view.to);
  if (shown.length > 600) return;
  pen.strokeStyle = pen.fillStyle = colours.handler;
  pen.lineWidth = 1;
  pen.globalAlpha = shown.length > 40 ? 0.3 : 1;
  for (const arrow of shown) {
    const from = place[arrow.from], to = place[arrow.to];
    const y = from.top + from.height / 2, end = to.top + to.height * 0.86, tip = x(arrow.received);
    pen.beginPath();
    pen.moveTo(x(arrow.sent), y);
    pen.lineTo(tip, end);
    pen.stroke();
    pen.beginPath();
    pen.arc(tip, end, 2.5, 0, 7);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function draw() {
  pen.fillStyle = colours.back;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const row of rows) {
    if (row.kind !== "heading") {
      pen.fillStyle = colours.row;
      pen.fillRect(left, row.top, width, row.height);
    }
  }
  axis();
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, width + 8, canvas.height);
  pen.clip();
  for (const row of rows) {
    if (row.kind === "rank") drawRank(row);
    else if (row.kind === "phase") visible(row.spans, phase => bar(phase.begin, phase.end, row.top, row.height, "phase", phase.title, "onphase"));
    else if (row.kind === "group") visible(row.spans, group => bar(group.begin, group.end, row.top, row.height, "group", group.title, "ongroup", 2));
  }
  drawLinks();
  pen.restore();
  for (const row of rows) {
    const small = row.kind === "heading" ? 12 : Math.min(12, row.height);
    label(row.label, row.kind === "heading" ? 4 : 8, row.top + row.height / 2, left - 10, row.kind === "heading" ? colours.faint : colours.text, small);
  }
  document.getElementById("window").textContent = time(Math.max(whole[0], view.from)) + " – " + time(Math.min(whole[1], view.to));
}
