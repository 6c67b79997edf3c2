// The map: Leaflet keeps land, zoom and dragging; sites and the paths between them are drawn over it anew for each zoom.
import { h, s } from "../dom.js";
import { drawing, placed } from "./marks.js";

/** Leaflet, a script of its own: see index.html. */
const L = window.L;
let outline;

async function world() {
  outline ??= fetch("/console/network/world.json").then((response) => response.json());
  return outline;
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

/** One map as long as the view is shown: it keeps its place and zoom while what it shows changes. */
export function networkMap(sites) {
  const box = h("div", { class: "map", role: "group", "aria-label": "Map of sites and the paths between them" });
  const map = L.map(box, { attributionControl: false, zoomSnap: 0.25, zoomDelta: 1, scrollWheelZoom: false, worldCopyJump: false, minZoom: 0.5, maxZoom: 9, maxBounds: [[-85, -220], [88, 220]] });
  const drawn = s("svg", { class: "drawn leaflet-zoom-hide" });
  map.getPanes().overlayPane.append(drawn);
  const places = sites.map((site) => [site.latitude, site.longitude]);
  let shown = null;
  let placedOnce = false;

  function draw() {
    const { x: width, y: height } = map.getSize();
    if (!shown || !width || !placedOnce) return;
    L.DomUtil.setPosition(drawn, map.containerPointToLayerPoint([0, 0]));
    drawn.setAttribute("width", width);
    drawn.setAttribute("height", height);
    const marks = placed(shown.sites, (site) => map.latLngToContainerPoint([site.latitude, site.longitude]));
    drawn.replaceChildren(...drawing(marks, shown, width, height).flat(Infinity).filter((part) => part));
  }

  map.on("moveend zoomend resize", draw);
  map.addControl(whole());
  world().then(({ rings }) => L.polygon(rings.map((ring) => [coordinates(ring)]), { className: "land", interactive: false, smoothFactor: 0.6, renderer: L.svg({ padding: 1 }) }).addTo(map));

  /** A button that shows all sites again. */
  function whole() {
    const control = L.control({ position: "topleft" });
    control.onAdd = () => h("div", { class: "leaflet-bar" }, h("a", { href: "#", role: "button", title: "Show all sites", "aria-label": "Show all sites",
      onclick: (event) => { event.preventDefault(); event.stopPropagation(); fit(); } }, "⤢"));
    return control;
  }

  function fit() {
    map.fitBounds(places, { paddingTopLeft: [56, 56], paddingBottomRight: [56, 48], maxZoom: 7, animate: false });
  }

  const sized = new ResizeObserver(() => {
    if (!box.clientWidth) return;
    map.invalidateSize({ animate: false });
    if (!placedOnce) {
      fit();
      placedOnce = true;
    }
    draw();
  });
  sized.observe(box);
  return {
    element: box,
    /** @param what {sites, pairs, metric, chosen, onSite, onPair}; pairs: best path per pair of sites, one per pair */
    show(what) { shown = what; draw(); },
    leave() { sized.disconnect(); map.remove(); },
  };
}
