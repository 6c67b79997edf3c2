// Room for marks and names that stand too close: marks move a little and never far, names move further and keep a line to their mark.

/** No site is drawn further from its place than this, in pixels: what lies in Norway is seen in Norway. */
export const FARTHEST = 24;

/**
 * Pushes marks apart, each at most {@link FARTHEST} from its place.
 * @param marks [{x, y, anchorX, anchorY}], changed in place
 */
export function spread(marks, gap) {
  for (let turn = 0; turn < 200; turn += 1) {
    let moved = false;
    for (let i = 0; i < marks.length; i += 1) {
      for (let j = i + 1; j < marks.length; j += 1) {
        const a = marks[i];
        const b = marks[j];
        let dx = b.x - a.x;
        let dy = b.y - a.y;
        let distance = Math.hypot(dx, dy);
        if (distance >= gap - 0.5) continue;
        if (distance < 1e-6) { dx = Math.cos(i + 2 * j); dy = Math.sin(i + 2 * j); distance = 1e-6; }
        const norm = Math.hypot(dx, dy);
        const push = (gap - distance) / 2;
        a.x -= (dx / norm) * push; b.x += (dx / norm) * push;
        a.y -= (dy / norm) * push; b.y += (dy / norm) * push;
        moved = true;
      }
    }
    marks.forEach(bound);
    if (!moved) break;
  }
}

function bound(mark) {
  const away = Math.hypot(mark.x - mark.anchorX, mark.y - mark.anchorY);
  if (away > FARTHEST) {
    mark.x = mark.anchorX + ((mark.x - mark.anchorX) / away) * FARTHEST;
    mark.y = mark.anchorY + ((mark.y - mark.anchorY) / away) * FARTHEST;
  }
}

export const overlap = (a, b) => Math.abs(a.x - b.x) * 2 < a.w + b.w && Math.abs(a.y - b.y) * 2 < a.h + b.h;

/** Below, above, right, left; then in rings around the mark. */
function* places(w, h) {
  yield [0, 16 + h / 2];
  yield [0, -16 - h / 2];
  yield [18 + w / 2, 0];
  yield [-18 - w / 2, 0];
  for (let ring = 40; ring <= 150; ring += 11) {
    for (let i = 0; i < 24; i += 1) {
      const angle = (i / 24) * 2 * Math.PI + 0.13;
      yield [Math.cos(angle) * (ring + w / 2), Math.sin(angle) * (ring * 0.8 + h / 2)];
    }
  }
}

/**
 * A place for each mark's name that covers neither a mark nor another name and lies on the map; null where there is none.
 * @param sizes [[width, height]] of the names, in the order of the marks
 */
export function names(marks, sizes, width, height) {
  const taken = marks.map((mark) => ({ x: mark.x, y: mark.y, w: 28, h: 28 }));
  return marks.map((mark, index) => {
    const [w, h] = sizes[index];
    for (const [dx, dy] of places(w, h)) {
      const box = { x: mark.x + dx, y: mark.y + dy, w, h };
      const inside = box.x - w / 2 > 2 && box.x + w / 2 < width - 2 && box.y - h / 2 > 2 && box.y + h / 2 < height - 2;
      if (inside && taken.every((other) => !overlap(box, other))) {
        taken.push(box);
        return { ...box, far: Math.hypot(dx, dy) > 40 + w / 2 };
      }
    }
    return null;
  });
}
