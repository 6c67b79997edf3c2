// Equal Earth projection (Šavrič, Patterson, Jenny 2018), fitted to the places shown; and room between places too close.

const A = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;

/** @returns plane coordinates of a place in degrees, y downwards */
export function equalEarth(longitude, latitude) {
  const lambda = (longitude * Math.PI) / 180;
  const theta = Math.asin(M * Math.sin((latitude * Math.PI) / 180));
  const t2 = theta * theta;
  const t6 = t2 * t2 * t2;
  const x = (lambda * Math.cos(theta)) / (M * (A[0] + 3 * A[1] * t2 + t6 * (7 * A[2] + 9 * A[3] * t2)));
  return [x, -theta * (A[0] + A[1] * t2 + t6 * (A[2] + A[3] * t2))];
}

/** Scale and shift so that all places lie in the box with a margin; never closer than a small country. */
export function fit(places, width, height, margin) {
  const points = places.map(([longitude, latitude]) => equalEarth(longitude, latitude));
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const spanX = Math.max(Math.max(...xs) - Math.min(...xs), 0.35);
  const spanY = Math.max(Math.max(...ys) - Math.min(...ys), 0.2);
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanY);
  const middleX = (Math.max(...xs) + Math.min(...xs)) / 2;
  const middleY = (Math.max(...ys) + Math.min(...ys)) / 2;
  return (longitude, latitude) => {
    const [x, y] = equalEarth(longitude, latitude);
    return [width / 2 + (x - middleX) * scale, height / 2 + (y - middleY) * scale];
  };
}

/**
 * Pushes marks apart until none overlaps; each stays as near to its place as it can.
 * @param marks [{x, y, anchorX, anchorY}], changed in place
 */
export function spread(marks, gapX, gapY, width, height, margin) {
  for (let turn = 0; turn < 400; turn += 1) {
    let moved = false;
    for (let i = 0; i < marks.length; i += 1) {
      for (let j = i + 1; j < marks.length; j += 1) {
        const a = marks[i];
        const b = marks[j];
        let dx = (b.x - a.x) / gapX;
        let dy = (b.y - a.y) / gapY;
        let distance = Math.hypot(dx, dy);
        if (distance >= 1) continue;
        if (distance < 1e-6) { dx = Math.cos(i + j); dy = Math.sin(i + j); distance = 1e-6; }
        const norm = Math.hypot(dx, dy);
        const push = (1 - distance) / 2;
        a.x -= (dx / norm) * push * gapX; b.x += (dx / norm) * push * gapX;
        a.y -= (dy / norm) * push * gapY; b.y += (dy / norm) * push * gapY;
        moved = true;
      }
    }
    for (const mark of marks) {
      mark.x = Math.min(width - margin, Math.max(margin, mark.x + (mark.anchorX - mark.x) * 0.0015));
      mark.y = Math.min(height - margin, Math.max(margin, mark.y + (mark.anchorY - mark.y) * 0.0015));
    }
    if (!moved) break;
  }
}
