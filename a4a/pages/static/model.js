// What a page has in the place of a notebook's models: plain values that tell of their changes.

import { unpack } from "../../map/static/timeline.js";

class Model {
  constructor(values, manager) {
    this.values = values;
    this.widget_manager = manager;
    this.listeners = new Map();
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (Object.is(this.values[name], value)) return;
    this.values[name] = value;
    for (const listener of [...(this.listeners.get(`change:${name}`) ?? [])]) listener(this, value);
  }

  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event).add(listener);
  }

  off(event, listener) {
    if (listener) this.listeners.get(event)?.delete(listener);
    else this.listeners.delete(event);
  }

  save_changes() {} // there is nobody to tell

  send() {}
}

/** The models of the page by name; a value that refers to one is "IPY_MODEL_" and its name. */
export class Models {
  constructor(states) {
    this.models = new Map(Object.entries(states).map(([name, values]) => [name, new Model(values, this)]));
  }

  named(name) {
    return this.models.get(name);
  }

  async get_model(name) {
    return this.named(name);
  }
}

/** The bytes of a block of base64 text. */
function bytesOf(element) {
  const text = atob(element.textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new DataView(bytes.buffer);
}

/** What the page carries: the values of its models, the bytes among them from blocks of their own. */
export async function readStates() {
  const blocks = [...document.querySelectorAll("script.a4a-block")];
  const states = await unpack(bytesOf(blocks[0]));
  for (const { values, bytes } of Object.values(states)) {
    for (const [name, block] of Object.entries(bytes)) values[name] = bytesOf(blocks[block]);
  }
  return Object.fromEntries(Object.entries(states).map(([name, { values }]) => [name, values]));
}
