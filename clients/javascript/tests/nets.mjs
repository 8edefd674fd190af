// Nets of any size.

/** A net with 2^count markings. */
export function switches(count) {
  const cell = (i) => {
    const arcs = [["off", "up"], ["up", "on"], ["on", "down"], ["down", "off"]];
    const lines = arcs.map(([a, b]) => `<arc id="${a}${b}${i}" source="${a}${i}" target="${b}${i}"/>`).join("");
    const places = `<place id="off${i}"><initialMarking><text>1</text></initialMarking></place><place id="on${i}"/>`;
    return `${places}<transition id="up${i}"/><transition id="down${i}"/>${lines}`;
  };
  const nodes = Array.from({ length: count }, (_, i) => cell(i)).join("");
  const type = "http://www.pnml.org/version-2009/grammar/ptnet";
  return `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="${type}"><page id="g">${nodes}</page></net></pnml>`;
}
