// A choice is offered again as it was last made in this browser.
export function remember(select) {
  if (!select) return;
  const key = `rc-last-${select.name}`;
  const last = localStorage.getItem(key);
  if ([...select.options].some((option) => option.value === last)) select.value = last;
  select.addEventListener("change", () => localStorage.setItem(key, select.value));
}
