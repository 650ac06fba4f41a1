// Looks at the open page as a reader would and returns what is wrong with it:
// plots that cannot be seen, content wider than the window, and text whose
// contrast with what is behind it is below 4.5 to 1 (WCAG 2, level AA).
(() => {
  const wrong = [];

  for (const svg of document.querySelectorAll("figure svg")) {
    const box = svg.getBoundingClientRect();
    if (box.width < 300 || box.height < 50) wrong.push(`plot of ${box.width} by ${box.height}: ${svg.getAttribute("aria-label")}`);
    if (!svg.querySelector("text")) wrong.push(`plot without text: ${svg.getAttribute("aria-label")}`);
  }

  if (document.documentElement.scrollWidth > window.innerWidth) {
    for (const e of document.querySelectorAll("main *")) {
      if (e.getBoundingClientRect().right > window.innerWidth + 1 && !e.closest(".scroll, figure, pre")) {
        wrong.push(`wider than the window: ${e.tagName} ${e.className} ${e.textContent.slice(0, 40)}`);
        break;
      }
    }
    wrong.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${window.innerWidth}`);
  }

  const parse = (css) => {
    const m = css.match(/[\d.]+/g);
    return m ? { rgb: m.slice(0, 3).map(Number), a: m.length > 3 ? Number(m[3]) : 1 } : { rgb: [0, 0, 0], a: 0 };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (top, below) => top.rgb.map((v, i) => v * top.a + below[i] * (1 - top.a));
  const behind = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      layers.push(parse(getComputedStyle(at).backgroundColor));
      if (layers.at(-1).a === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  // What a plot paints behind a text: all shapes that hold its centre.
  const painted = (text, below) => {
    const box = text.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    for (const shape of text.ownerSVGElement.querySelectorAll("path")) {
      const r = shape.getBoundingClientRect(), style = getComputedStyle(shape);
      if (style.fill === "none" || x < r.left || x > r.right || y < r.top || y > r.bottom) continue;
      const fill = parse(style.fill);
      below = over({ rgb: fill.rgb, a: fill.a * Number(style.fillOpacity) }, below);
    }
    return below;
  };
  document.querySelectorAll("details").forEach((d) => (d.open = true));
  const seen = new Set();
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    if (e.closest(".skip") || getComputedStyle(e).visibility === "hidden") continue;
    const isPlot = e.ownerSVGElement !== undefined && e.ownerSVGElement !== null;
    const style = getComputedStyle(e);
    const below = isPlot ? painted(e, behind(e.ownerSVGElement)) : behind(e);
    const color = parse(isPlot ? style.fill : style.color);
    const a = luminance(over(color, below)), b = luminance(below);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) {
      const what = `${e.tagName} ${e.className.baseVal ?? e.className}: contrast ${ratio.toFixed(2)}`;
      if (!seen.has(what)) wrong.push(`${what}: ${e.textContent.trim().slice(0, 30)}`);
      seen.add(what);
    }
  }
  document.querySelectorAll("details").forEach((d) => (d.open = false));
  return wrong;
})();
