// What a player has written on a turn, and what became of it; it outlives the page.
const FRESH = { form: null, chosen: [], key: "", sent: "", receipt: null };

export class Draft {
  /** `key` names the last slip sent, `sent` is what it held, `chosen` solutions before the last. */
  kept = { ...FRESH, turn: 0, draw: "" };

  constructor(code, table) {
    this.store = `rc-draft:${code}:${table}`;
  }

  isOf({ turn, draw }) {
    return this.kept.turn === turn && this.kept.draw === (draw?.letters ?? "");
  }

  /** Begin the slip of a turn: a new one, or the one that was being written for this very draw. */
  begin({ turn, draw }) {
    const letters = draw?.letters ?? "";
    const stored = this.#load();
    // By its draw too: a cancelled turn is played again under the same number.
    const same = letters && stored.turn === turn && stored.draw === letters;
    this.kept = { ...FRESH, chosen: [], turn, draw: letters, ...(same ? stored : {}) };
    return this.kept.form;
  }

  save(form) {
    this.kept.form = form;
    try {
      localStorage.setItem(this.store, JSON.stringify(this.kept));
    } catch { /* private browsing: the page still works */ }
  }

  #load() {
    try {
      return JSON.parse(localStorage.getItem(this.store)) ?? {};
    } catch {
      return {};
    }
  }
}
