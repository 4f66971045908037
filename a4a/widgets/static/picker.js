// Picking a space on the board: the next one that is clicked, by which nothing else is then done.

/** Waits for a click on the board of a painter. */
export class Picker {
  constructor(board, session, signal) {
    this.heed = null;
    const take = (space) => {
      const { heed } = this;
      this.heed = null;
      heed(session.timeline.spaces[space].name);
    };
    document.addEventListener("a4a-aim", (event) => {
      const { prefix, space } = event.detail;
      if (!this.heed || prefix !== board.get("prefix") || space < 0) return;
      event.stopImmediatePropagation();
      take(space);
    }, { signal, capture: true });
    const selected = () => this.heed && board.get("selected") >= 0 && take(board.get("selected"));
    board.on("change:selected", selected);
    signal.addEventListener("abort", () => board.off("change:selected", selected));
  }

  /** Call `heed` with the name of the next space that is clicked. */
  pick(heed) {
    this.heed = heed;
  }

  stop() {
    this.heed = null;
  }
}
