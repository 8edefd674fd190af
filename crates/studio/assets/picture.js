// The drawing as a picture of its own: SVG with everything in it, or PNG made of that.

import { element, shape } from "./elements.js";

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin", "paint-order", "opacity", "vector-effect", "font-family", "font-size", "font-style", "font-weight", "text-anchor"];
const MARGIN = 12;
// Twice as fine as the screen, as long as the picture is not too large for a browser.
const FINE = 2;
const LARGEST_PICTURE = 8000;

// The drawing in a canvas as the text of an SVG file. Of a large one, what is in sight.
export function svgText(canvas) {
  const box = canvas.isPartial ? canvas.sight() : canvas.box();
  const content = canvas.content.cloneNode(true);
  styled(canvas.content, content);
  canvas.draw();
  content.removeAttribute("style");
  const [x, y, width, height] = [box.x - MARGIN, box.y - MARGIN, box.width + 2 * MARGIN, box.height + 2 * MARGIN];
  const scale = canvas.isPartial ? canvas.view.scale : 1;
  const root = shape("svg", { viewBox: [x, y, width, height].map((part) => part.toFixed(1)).join(" "), width: Math.ceil(width * scale), height: Math.ceil(height * scale) },
    shape("rect", { x, y, width, height, fill: getComputedStyle(document.body).backgroundColor }), content);
  return new XMLSerializer().serializeToString(root);
}

// Writes the styles of the page into a copy of elements, and leaves out what is not seen.
function styled(from, to) {
  const style = getComputedStyle(from);
  if (style.display === "none") return to.remove();
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  for (const name of ["class", "tabindex", "role", "aria-label", "aria-hidden"]) to.removeAttribute(name);
  const children = [...to.children];
  return [...from.children].forEach((child, at) => styled(child, children[at]));
}

async function pngOf(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(FINE, LARGEST_PICTURE / Math.max(image.width, image.height));
    const pixels = element("canvas", { width: Math.ceil(image.width * scale), height: Math.ceil(image.height * scale) });
    pixels.getContext("2d").drawImage(image, 0, 0, pixels.width, pixels.height);
    return await new Promise((resolve) => pixels.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Saves the drawing as a file of one of these kinds.
export async function savePicture(canvas, name, kind) {
  const text = svgText(canvas);
  const blob = kind === "png" ? await pngOf(text) : new Blob([text], { type: "image/svg+xml" });
  const link = element("a", { href: URL.createObjectURL(blob), download: `${name}.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
