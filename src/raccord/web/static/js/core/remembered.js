// A choice is offered again as it was last made in this browser.
export function remember(select) {
  const key = `rc-last-${select.name}`;
  const last = localStorage.getItem(key);
  select.addEventListener("change", () => localStorage.setItem(key, select.value));
  if (last === select.value || ![...select.options].some(({ value }) => value === last)) return;
  select.value = last;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
