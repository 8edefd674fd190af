// What the marking holds that is shown, in a few lines below the drawing, whatever the panel shows.

import { byId, element } from "./elements.js";
import { amount, coloursText } from "./markings.js";

const MOST_SHOWN = 60;

export class MarkingStrip {
  constructor(drawing) {
    this.names = new Map(drawing.places.map(({ id, name }) => [id, name]));
    // Of places with a sort, 1 is a value and no number of tokens.
    this.sorted = new Set(drawing.places.filter(({ note }) => note !== undefined).map(({ id }) => id));
    this.root = byId("holds");
  }

  // Places that have just changed are marked, those that were emptied, too.
  show({ marking, step }) {
    const changed = new Set((step?.changed ?? []).map(({ place }) => place));
    const emptied = [...changed].filter((place) => !(place in marking));
    const places = [...Object.keys(marking), ...emptied];
    const shown = places.slice(0, MOST_SHOWN).map((place) => element("li", { class: changed.has(place) ? "changed" : null, title: place }, this.text(place, marking[place])));
    const left = places.length - shown.length;
    if (left > 0) shown.push(element("li", {}, `and ${amount(left)} more`));
    if (!shown.length) shown.push(element("li", {}, "no token anywhere"));
    this.root.replaceChildren(...shown);
  }

  text(place, tokens) {
    const name = this.names.get(place) ?? place;
    return tokens === 1 && !this.sorted.has(place) ? name : `${name}: ${coloursText(tokens)}`;
  }
}
