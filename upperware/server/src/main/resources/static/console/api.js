// Talks to /api/v1. A refusal becomes an error that carries the server's own words.

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.code = problem.code ?? "";
    this.suggestion = problem.suggestion ?? "";
  }
}

async function call(method, path, body) {
  const response = await fetch(`/api/v1${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: "error",
  });
  if (response.status === 401) {
    location.assign("/login");
  }
  const text = await response.text();
  const answer = text ? JSON.parse(text) : {};
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

export const get = (path) => call("GET", path);
export const post = (path, body) => call("POST", path, body);
export const put = (path, body) => call("PUT", path, body);

/** The answer, or null where there is none (yet). */
export async function getOrNull(path) {
  try {
    return await get(path);
  } catch (fault) {
    if (fault instanceof Refused && (fault.status === 404 || fault.status === 409)) return null;
    throw fault;
  }
}
