// The map: Leaflet handles land, zoom and dragging; sites and the paths between them are redrawn above it after each zoom.
import { h, s } from "../dom.js";
import { script, style } from "../script.js";
import { drawing, placed } from "./marks.js";

/** Land has its own pane below everything else, because Leaflet recreates it last in its pane at each zoom. */
const LAND = "land";
const BELOW_DRAWN = 350;
const LEAFLET = "/webjars/leaflet/1.9.4/dist/leaflet";
/** Leaflet, a script of its own, once a map was wanted. */
let L;
let outline;

/** To be waited for before the first map. */
export async function prepareMap() {
  await Promise.all([style(`${LEAFLET}.css`), script(`${LEAFLET}.js`)]);
  L = window.L;
}

/** Asked for again where it could not be had. */
async function world() {
  outline ??= fetch("/console/network/world.json").then((response) => response.json());
  return outline.catch((fault) => { outline = undefined; throw fault; });
}

/** Rings come as tenths of a degree, each point as its difference to the one before. */
function coordinates(ring) {
  let longitude = 0;
  let latitude = 0;
  return Array.from({ length: ring.length / 2 }, (_, i) => {
    longitude += ring[2 * i];
    latitude += ring[2 * i + 1];
    return [latitude / 10, longitude / 10];
  });
}

const OPTIONS = { attributionControl: false, zoomSnap: 0.25, scrollWheelZoom: false, minZoom: 0.5, maxZoom: 9,
    maxBounds: [[-85, -220], [88, 220]] };

/** One map as long as the view is shown: it keeps its place and zoom while what it shows changes. */
export function networkMap(sites) {
  const box = h("div", { class: "map", role: "group", "aria-label": "Map of sites and the paths between them" });
  const drawn = s("svg", { class: "drawn leaflet-zoom-hide" });
  let map = null;
  let shown = null;

  /** Leaflet has to know how large its box is: it begins when the box is on the page. */
  function begin() {
    map = L.map(box, OPTIONS);
    map.createPane(LAND).style.zIndex = BELOW_DRAWN;
    map.getPanes().overlayPane.append(drawn);
    fit();
    map.addControl(whole(fit));
    map.on("moveend zoomend resize", draw);
    world().then(({ rings }) => map && land(rings).addTo(map));
  }

  function fit() {
    map.fitBounds(sites.map((site) => [site.latitude, site.longitude]), { paddingTopLeft: [56, 56], paddingBottomRight: [56, 48],
        maxZoom: 7, animate: false });
  }

  function draw() {
    if (!shown || !map) return;
    const { x: width, y: height } = map.getSize();
    L.DomUtil.setPosition(drawn, map.containerPointToLayerPoint([0, 0]));
    drawn.setAttribute("width", width);
    drawn.setAttribute("height", height);
    const marks = placed(shown.sites, (site) => map.latLngToContainerPoint([site.latitude, site.longitude]));
    drawn.replaceChildren(...drawing(marks, shown, width, height).flat(Infinity).filter((part) => part));
  }

  const sized = new ResizeObserver(() => {
    if (!box.clientWidth) return;
    if (map) map.invalidateSize({ animate: false });
    else begin();
    draw();
  });
  sized.observe(box);
  return {
    element: box,
    /** @param what {sites, pairs, metric, chosen, onSite, onPair}; pairs: best path per pair of sites, one per pair */
    show(what) { shown = what; draw(); },
    leave() { sized.disconnect(); map?.remove(); map = null; },
  };
}

function land(rings) {
  return L.polygon(rings.map((ring) => [coordinates(ring)]), { className: "land", interactive: false, smoothFactor: 0.6, pane: LAND,
      renderer: L.svg({ pane: LAND, padding: 1 }) });
}

/** A button that shows all sites again. */
function whole(onPressed) {
  const control = L.control({ position: "topleft" });
  control.onAdd = () => h("div", { class: "leaflet-bar" }, h("a", { href: "#", role: "button", title: "Show all sites",
      "aria-label": "Show all sites",
    onclick: (event) => { event.preventDefault(); event.stopPropagation(); onPressed(); } }, "⤢"));
  return control;
}
