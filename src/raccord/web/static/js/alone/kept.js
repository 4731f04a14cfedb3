// What a turn's composition was, kept for as long as the tab lives: a reload loses nothing.
const slot = (state) => `rc-solo-${state.id}`;

/** Keep the composition of a turn; another turn's goes. */
export function keep(state, draft) {
  try {
    sessionStorage.setItem(slot(state), JSON.stringify({ turn: state.turn, ...draft }));
  } catch {
    // Storage is full or forbidden: the page then plays on without.
  }
}

/** What was kept of this very turn, or null. */
export function kept(state) {
  try {
    const found = JSON.parse(sessionStorage.getItem(slot(state)) ?? "null");
    return found?.turn === state.turn ? found : null;
  } catch {
    return null;
  }
}
