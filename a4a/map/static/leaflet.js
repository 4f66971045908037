// Getting at the Leaflet map that ipyleaflet shows, and keeping its pointer moves in the browser.

const QUIET = new Set(["mousemove", "mouseover", "mouseout", "mousedown", "mouseup", "preclick"]);

/** The Leaflet map that the painter's own board shows (a model may be displayed several times). */
async function findMap(mapModel, el, signal) {
  for (let wait = 10; !signal.aborted; wait = Math.min(250, 1.2 * wait)) {
    const board = el.closest(".a4a-board");
    for (const view of board ? await Promise.all(Object.values(mapModel.views ?? {})) : []) {
      if (view.obj && board.contains(view.el)) return view.obj;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}

/** Keep pointer moves in the browser; the kernel hears of clicks only. */
function hush(model, isQuiet) {
  if (model.a4aHushed) return;
  model.a4aHushed = true;
  const send = model.send;
  model.send = function (content, ...rest) {
    if (isQuiet(content)) return undefined;
    return send.call(this, content, ...rest);
  };
}

/** Let a control lie on the map without the map taking its clicks and turns of the wheel. */
function keepFromMap(control, signal) {
  for (const type of ["pointerdown", "mousedown", "click", "dblclick", "wheel", "touchstart"]) {
    control.addEventListener(type, (event) => event.stopPropagation(), { signal });
  }
}
