"""Checks of a self-contained page in headless Chromium. Each returns a list of problems, empty if all is well."""
import re

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]
SCHEMES = ("light", "dark")
# 320 pixels: what is left of a window of 1280 at a zoom of 400%.
WIDTHS = (1200, 400, 320)
# A4 without its margins, in CSS pixels.
PAPER = {"width": 700, "height": 1000}
# The smallest letters of a picture on the screen, in pixels.
SMALLEST = 9

# Text against what is behind it, by the definition of WCAG 2. In a picture, earlier rectangles around a text are behind it.
CONTRAST = r"""() => {
  const pixel = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
  const known = new Map();
  // Any CSS colour, oklch() and color-mix() included, is painted and read.
  const colour = text => {
    if (!known.has(text)) {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = text;
      pixel.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return [...known.get(text)];
  };
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const luminance = c => [.2126, .7152, .0722].reduce((sum, weight, i) => {
    const x = c[i] / 255;
    return sum + weight * (x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
  }, 0);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.documentElement).colorScheme.includes('dark');
  const behind = (element, box) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (e.tagName === 'svg') {
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        const rectangles = [...e.querySelectorAll('rect')].filter(r => {
          const at = r.getBoundingClientRect();
          return at.left <= x && x <= at.right && at.top <= y && y <= at.bottom && (r.compareDocumentPosition(element) & 4);
        });
        layers.push(...rectangles.reverse().map(r => colour(getComputedStyle(r).fill)));
      }
      if (style.backgroundImage !== 'none') return null;
      layers.push(colour(style.backgroundColor));
    }
    return layers.reverse().reduce((under, top) => over(top, under), colour(dark ? '#121212' : '#ffffff'));
  };
  const problems = new Set(), range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('script, style, noscript, title, desc, option')) continue;
    if (!element.checkVisibility({visibilityProperty: true})) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect(), style = getComputedStyle(element);
    const words = element.tagName.toLowerCase() + ' "' + node.data.trim().slice(0, 40) + '"';
    const ground = behind(element, box);
    if (!ground) { problems.add(words + ': text on a picture'); continue; }
    const ink = colour(element instanceof SVGElement ? style.fill : style.color);
    for (let e = element; e; e = e.parentElement) ink[3] *= Number(getComputedStyle(e).opacity);
    const [light, deep] = [luminance(over(ink, ground)), luminance(ground)].sort((a, b) => b - a);
    const ratio = (light + .05) / (deep + .05), size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) problems.add(`${words}: contrast ${ratio.toFixed(2)}`);
  }
  return [...problems];
}"""

OVERFLOW = r"""() => {
  const root = document.documentElement, wide = root.clientWidth;
  if (root.scrollWidth <= wide) return [];
  const clipped = e => { while ((e = e.parentElement)) if (getComputedStyle(e).overflowX !== 'visible') return true; return false; };
  const guilty = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > wide + 1 && !clipped(e));
  return [`${root.scrollWidth - wide} px wider than the window: ` + guilty.slice(0, 3).map(e => e.outerHTML.slice(0, 60)).join(', ')];
}"""

# A table that is wider than its place must be in a box that scrolls, never cut off.
CUT = r"""() => {
  // `content-visibility` cuts off as well.
  const clips = e => { const style = getComputedStyle(e); return ['hidden', 'clip'].includes(style.overflowX) || (style.overflowX === 'visible' && style.contentVisibility === 'auto'); };
  return [...document.querySelectorAll('body *')]
  .filter(e => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1 && clips(e) && !(e instanceof SVGElement))
  .map(e => `${e.tagName.toLowerCase()}.${e.className}: ${e.scrollWidth - e.clientWidth} px are cut off`);
}"""

# Words of pictures: inside the picture, large enough to read, not on one another.
PICTURES = r"""smallest => [...document.querySelectorAll('svg')].filter(svg => svg.checkVisibility()).flatMap(svg => {
  const frame = svg.getBoundingClientRect(), problems = new Set();
  const scale = svg.viewBox.baseVal && svg.viewBox.baseVal.width ? frame.width / svg.viewBox.baseVal.width : 1;
  const texts = [...svg.querySelectorAll('text')].filter(e => e.textContent.trim()).map(e => ({words: `svg text "${e.textContent.trim().slice(0, 40)}"`, e, box: e.getBoundingClientRect()}));
  for (const {words, e, box} of texts) {
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) problems.add(words + ': outside its picture');
    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
    if (size < smallest) problems.add(`${words}: letters of ${size.toFixed(1)} px`);
  }
  texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    // Boxes of lines may touch where the letters do not.
    if (wide > 1 && high > Math.min(a.box.height, b.box.height) / 3) problems.add(`${a.words} covers ${b.words}`);
  }));
  const title = svg.querySelector(':scope > title');
  if (svg.getAttribute('aria-hidden') !== 'true' && !(title && title.textContent.trim()) && !svg.getAttribute('aria-label')) problems.add('a picture without a title');
  if (!svg.hasAttribute('viewBox')) problems.add('a picture without a viewBox');
  return [...problems];
})"""

# All elements in the order of the text, so that a place is a number.
PLACES = "() => { window.places = new Map([...document.querySelectorAll('*')].map((e, i) => [e, i])); }"

CONTROLS = r"""() => [...document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex],[contenteditable]')]
  .filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true}))
  .map(e => [window.places.get(e), e.outerHTML.slice(0, 60)])"""

FOCUSED = r"""() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const box = e.getBoundingClientRect(), style = getComputedStyle(e);
  return {
    place: window.places.get(e), name: e.outerHTML.slice(0, 60), tabindex: e.tabIndex,
    seen: e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && box.width > 0 && box.height > 0,
    ring: (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
    inside: box.bottom > 0 && box.top < innerHeight,
  };
}"""

# On paper there is nothing to scroll.
LOST = r"""() => [...document.querySelectorAll('body *')]
  .filter(e => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1 && (getComputedStyle(e).overflowX !== 'visible' || getComputedStyle(e).contentVisibility === 'auto') && !(e instanceof SVGElement))
  .map(e => `${e.tagName.toLowerCase()}.${e.className}: ${e.scrollWidth - e.clientWidth} px are cut off on paper`)"""

OPEN = "() => document.querySelectorAll('details').forEach(e => { e.open = true; })"


def open_page(browser, url, *, width=1200, scheme="light", javascript=True, **more):
    """A page in a context of its own, offline. `errors` are those of the console, `asked` the addresses it asked for."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=javascript,
                                  offline=True, reduced_motion="reduce", **more)
    page = context.new_page()
    page.errors, page.asked = [], []
    page.on("console", lambda message: page.errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("dialog", lambda dialog: (page.errors.append("dialog: " + dialog.message), dialog.dismiss()))
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(url, wait_until="load")
    return page


def alone(page):
    """The page asks for nothing but itself. Being offline does not stop `file:` addresses, so all are compared."""
    own = page.url.split("#")[0]
    return [f"asks for {url[:100]}" for url in page.asked if url.split("#")[0] != own and not url.startswith(("data:", "blob:"))]


def errors(page):
    """Errors and warnings of the console, and dialogs."""
    return list(page.errors)


def contrast(page):
    """Text can be read: a contrast of 4.5, or 3 for large text."""
    return page.evaluate(CONTRAST)


def overflow(page):
    """Nothing is wider than the window."""
    return page.evaluate(OVERFLOW)


def cut(page):
    """Nothing is cut off without a way to see it."""
    return page.evaluate(CUT)


def pictures(page):
    """Pictures can be read."""
    return page.evaluate(PICTURES, SMALLEST)


def open_details(page):
    page.evaluate(OPEN)


def focus(page):
    """Tab goes to every control, in the order of the text, and each shows that it has the focus."""
    page.evaluate(PLACES)
    expected, problems, visited = page.evaluate(CONTROLS), [], []
    for _ in range(len(expected) + 9):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at is None or (visited and at["place"] == visited[0]["place"]):
            break
        visited.append(at)
        for key, words in (("seen", "has the focus but is hidden"), ("ring", "does not show the focus"), ("inside", "is not scrolled into view")):
            if not at[key]:
                problems.append(f"{at['name']}: {words}")
        if at["tabindex"] > 0:
            problems.append(f"{at['name']}: tabindex above 0")
    places = [at["place"] for at in visited]
    if places != sorted(places):
        problems.append("the order of the focus is not that of the text")
    # Chromium also stops at boxes that scroll: there may be more stops than controls, not fewer.
    return problems + [f"Tab does not reach {name}" for place, name in expected if place not in places]


def printed(page, path):
    """Prints to PDF: nothing is cut off, and the paper is light."""
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    problems = page.evaluate(LOST) + overflow(page) + contrast(page)
    ground = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    if ground not in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"):
        problems.append(f"the paper is {ground}")
    page.pdf(path=path, format="A4", margin={side: "12mm" for side in ("top", "bottom", "left", "right")})
    with open(path, "rb") as file:
        sheets = len(re.findall(rb"/Type\s*/Page\b", file.read()))
    return problems + ([] if sheets else ["no sheet is printed"])


def axe(page, script):
    """The rules of accessibility of axe-core. The page must be opened with `bypass_csp`, so that the script may run."""
    page.add_script_tag(path=script)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{rule['id']} ({rule['impact']}): {len(rule['nodes'])} x, e.g. {rule['nodes'][0]['html'][:120]}" for rule in found["violations"]]
