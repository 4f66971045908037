// What is withheld of a study: what follows the starts of chapters that are to be guessed or solved first.

/** Whether a chapter is still to be guessed or solved. */
export const isHeld = ({ id, mode }, revealed) => mode !== "read" && !revealed.includes(id);

/**
 * The nodes of a game after which nothing is told while a chapter is read (undefined: the introduction): where chapters
 * start that are to be guessed or solved first. Those that lead to what is read are told.
 */
export function withheldOf(chapters, revealed, record, read) {
  const past = read?.record === record ? read.past[isHeld(read, revealed) ? "start" : "end"] : [];
  const held = chapters.filter((one) => one.record === record && isHeld(one, revealed) && !past.includes(one.id));
  return held.map(({ start }) => start);
}
