// Lists, zoom and details.
function go(from, to) {
  const least = 5, all = whole[1] - whole[0];
  const span = Math.min(Math.max(least, to - from), all * 1.04);
  const middle = (from + to) / 2;
  view.from = Math.max(whole[0] - all * 0.02, Math.min(middle - span / 2, whole[1] + all * 0.02 - span));
  view.to = view.from + span;
  draw();
}
const showAll = () => go(whole[0] - (whole[1] - whole[0]) * 0.02, whole[1] + (whole[1] - whole[0]) * 0.02);
function zoom(factor, around = (view.from + view.to) / 2) {
  go(around - (around - view.from) * factor, around + (view.to - around) * factor);
}
const move = share => go(view.from + (view.to - view.from) * share, view.to + (view.to - view.from) * share);

document.getElementById("in").onclick = () => zoom(0.5);
document.getElementById("out").onclick = () => zoom(2);
document.getElementById("all").onclick = showAll;
document.addEventListener("keydown", event => {
  const act = {"+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), "0": showAll, ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2)}[event.key];
  if (act && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    act();
  }
});
canvas.addEventListener("wheel", event => {
  if (event.shiftKey) return; // scrolls the rows
  event.preventDefault();
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) move(event.deltaX / 1000);
  else zoom(Math.pow(1.0015, event.deltaY), at(event.offsetX));
}, {passive: false});
let drag = null;
canvas.addEventListener("pointerdown", event => {
  drag = {x: event.offsetX, from: view.from, to: view.to};
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener("pointerup", () => drag = null);
canvas.addEventListener("dblclick", event => zoom(0.3, at(event.offsetX)));

// --- details -------------------------------------------------------------------------------------------------

const tip = document.getElementById("tip");
const line = meeting => meeting.delay + "  " + meeting.title + ": " + meeting.text;
function details(row, now) {
  const near = (view.to - view.from) / width * 2;
  const hit = spans => spans.filter(span => span.begin - near <= now && now <= span.end + near).pop();
  if (row.kind === "phase") {
    const phase = hit(row.spans);
    return phase && phase.title + "\n" + row.label + "\n" + time(phase.begin) + ", for " + time(phase.end - phase.begin);
  } else if (row.kind === "group") {
    const group = hit(row.spans);
    return group && "group " + group.title + "\n" + group.changes.slice(0, 12).map(change =>
      time(change.at) + "  " + change.what + " (" + title(change.rank) + ")").join("\n") + (group.changes.length > 12 ? "\n…" : "");
  } else if (row.kind !== "rank") {
    return null;
  }
  const mine = perRank[row.rank];
  const lines = [];
  const late = mine.late.filter(late => late.begin <= now && now < late.end).pop();
  const call = hit(mine.calls);
  if (late) {
    lines.push(title(row.rank) + " keeps others waiting", line(late.meeting));
  } else if (call) {
    lines.push(call.meeting.title + " in " + title(row.rank), "begins at " + time(call.begin) + ", takes " + time(call.end - call.begin)
      + ", waits " + time(call.waited), line(call.meeting), call.meeting.recorded + "; status " + call.status);
  }
  const alone = hit(mine.alone);
  if (alone) lines.push((alone.handler ? "handler of " : "") + alone.title + ": " + time(alone.end - alone.begin), alone.detail);
  const loss = hit(mine.losses);
  if (loss) lines.push(loss.title);
  if (!lines.length) {
    const rank = data.ranks[row.rank];
    lines.push(title(row.rank) + (rank.host ? " on " + rank.host : "") + ": " + time(now));
    if (rank.cut && now > rank.last) lines.push("its recording was cut off here: the process was killed, or still runs");
    else lines.push(now < rank.first || now > rank.last ? "nothing recorded" : "outside of pmixj");
  }
  return lines.join("\n");
}
canvas.addEventListener("pointermove", event => {
  if (drag) {
    const shift = (drag.x - event.offsetX) / width * (drag.to - drag.from);
    go(drag.from + shift, drag.to + shift);
    return;
  }
  const row = rows.find(row => event.offsetY >= row.top && event.offsetY < row.top + row.height);
  const text = row && event.offsetX >= left ? details(row, at(event.offsetX)) : null;
  tip.hidden = !text;
  if (text) {
    tip.textContent = text;
    tip.style.left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(event.clientY + 14, window.innerHeight - tip.offsetHeight - 8) + "px";
  }
});
canvas.addEventListener("pointerleave", () => tip.hidden = true);

// --- lists ---------------------------------------------------------------------------------------------------

function cells(row, ...texts) {
  texts.forEach(text => {
    const cell = row.insertCell();
    cell.append(text);
  });
  return row;
}
function bold(text) {
  const element = document.createElement("b");
  element.textContent = text;
  return element;
}
// Makes a line of a list lead to an operation.
function link(row, meeting) {
  const show = () => {
    const begin = meeting.calls[0].begin, end = Math.max(...meeting.calls.map(call => call.end));
    const margin = Math.max(20, end - begin) * 0.15;
    go(begin - margin, end + margin);
  };
  if (!meeting) return; // it is not drawn
  row.tabIndex = 0;
  row.onclick = show;
  row.onkeydown = event => event.key === "Enter" && show();
}
function lists() {
  const verdict = document.getElementById("verdict");
  if (data.sums.length) {
    const [rank, times, longest, total, allWaited] = data.sums[0];
    const operations = data.sums.reduce((sum, [, times]) => sum + times, 0);
    verdict.append("The others waited most for ", bold(title(rank)), ": " + total + " in sum over the ranks, " + longest
      + " at most; for " + allWaited + " all of them waited. It was the last in " + times + " of " + operations
      + " operations after the start.");
    if (meetings.length) {
      verdict.append(" The longest delay: " + meetings[0].delay + " ", bold(meetings[0].title), ": " + meetings[0].text + ".");
    }
  } else {
    verdict.textContent = meetings.length ? "The others waited for unknown ranks, which were not recorded or are not named."
      : "No operation of several ranks was recorded.";
  }
  const table = document.querySelector("#sums tbody");
  data.sums.slice(0, 8).forEach(([rank, times, ...texts], place) =>
    link(cells(table.insertRow(), place ? title(rank) : bold(title(rank)), times + "×", ...texts),
      meetings.find(meeting => meeting.awaited.includes(rank))));
  const body = document.querySelector("#list tbody");
  meetings.slice(0, 100).forEach(meeting => {
    const row = cells(body.insertRow(), meeting.title, meeting.awaitedNames + (meeting.how && " (" + meeting.how + ")"),
      meeting.how === "never" ? "" : time(meeting.complete), meeting.delay);
    row.title = meeting.text;
    link(row, meeting);
  });
  if (meetings.length > 100) document.getElementById("more").textContent = "and " + (meetings.length - 100) + " with less waiting";
  const notes = document.getElementById("notes");
  ["begin: " + data.begin, "clocks: " + data.clocks, ...data.problems, ...data.notes].forEach(text => {
    const item = document.createElement("li");
    item.textContent = text;
    notes.append(item);
  });
}
lists();
layout();
showAll();
const again = () => { layout(); draw(); };
window.addEventListener("resize", again);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
