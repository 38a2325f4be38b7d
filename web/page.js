"use strict";
// Sorting, filtering and opening. Without this script the page shows the same rows, in the order of their values.
const make = (tag, fields, ...content) => {
  const element = Object.assign(document.createElement(tag), fields);
  element.append(...content);
  return element;
};
const number = cell => cell.dataset.n === undefined ? parseFloat(cell.textContent.replace(/,/g, "")) : Number(cell.dataset.n);
// Numbers before texts and unknown values, whatever the direction.
const compare = (one, other, sign) => {
  const [a, b] = [number(one), number(other)];
  if (Number.isNaN(a) && Number.isNaN(b)) return sign * one.textContent.localeCompare(other.textContent);
  return Number.isNaN(a) ? 1 : Number.isNaN(b) ? -1 : sign * (a - b);
};
const sortable = table => table.querySelectorAll("thead th:not(.bars)").forEach(head => {
  const button = make("button", {type: "button", className: "sort"}, ...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") === "descending" || (!head.hasAttribute("aria-sort") && !head.classList.contains("n"));
    table.querySelectorAll("[aria-sort]").forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const body = table.tBodies[0], sign = up ? 1 : -1;
    body.append(...[...body.rows].sort((a, b) => compare(a.cells[head.cellIndex], b.cells[head.cellIndex], sign)));
  });
});
const filter = (words, rows, text, place) => {
  const count = make("output", {}), input = make("input", {type: "search"});
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    const shown = rows.filter(row => !(row.hidden = !text(row).toLowerCase().includes(wanted)));
    count.textContent = wanted ? `${shown.length} of ${rows.length}` : "";
  });
  place.before(make("div", {className: "tools"}, make("label", {}, words + " ", input), count));
};
document.querySelectorAll("main section > .box table").forEach(sortable);
document.querySelectorAll("table.long").forEach(table =>
  filter("Filter", [...table.tBodies[0].rows], row => row.textContent, table.parentElement));
const cards = [...document.querySelectorAll(".cards details")];
if (cards.length) {
  filter("Filter cards", cards, card => card.textContent, cards[0]);
  const all = make("button", {type: "button"}, "Open all");
  all.addEventListener("click", () => {
    const open = all.textContent === "Open all";
    cards.forEach(card => { card.open = open; });
    all.textContent = open ? "Close all" : "Open all";
  });
  document.querySelector(".cards .tools").append(all);
}
const reveal = () => {
  const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (card instanceof HTMLDetailsElement) card.open = true;
};
addEventListener("hashchange", reveal);
reveal();
