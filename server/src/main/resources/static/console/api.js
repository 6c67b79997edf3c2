// Talks to /api/v1. A refusal becomes an error that carries the server's own words.

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.code = problem.code ?? "";
    this.suggestion = problem.suggestion ?? "";
    this.diagnostics = problem.diagnostics ?? [];
  }
}

/** Path of the next page, after RFC 8288; null at the end of the list. */
const nextOf = (response) => response.headers.get("Link")?.match(/^<\/api\/v1([^>]*)>; rel="next"$/)?.[1] ?? null;

async function call(method, path, body) {
  return (await exchange(method, path, body)).answer;
}

async function exchange(method, path, body) {
  return sent(method, path, body === undefined ? undefined : JSON.stringify(body), "application/json");
}

async function sent(method, path, body, type) {
  const response = await fetch(`/api/v1${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": type },
    body,
    redirect: "error",
  });
  if (response.status === 401) {
    location.assign("/login");
  }
  const text = await response.text();
  const answer = text ? JSON.parse(text) : {};
  if (!response.ok) throw new Refused(response.status, answer);
  return { answer, next: nextOf(response) };
}

export const get = (path) => call("GET", path);
/** A page of a list. */
export async function getPage(path) {
  const { answer, next } = await exchange("GET", path);
  return { items: answer, next };
}

/** A whole list, page after page; the arrays of one that is an object are put together field by field. */
export async function getAll(path) {
  let { answer, next } = await exchange("GET", path);
  for (; next; ) {
    const page = await exchange("GET", next);
    if (Array.isArray(answer)) answer.push(...page.answer);
    else Object.entries(page.answer).forEach(([field, items]) => answer[field].push(...items));
    next = page.next;
  }
  return answer;
}

export const getAllOrNull = (path) => orNull(getAll(path));

export const post = (path, body) => call("POST", path, body);
export const remove = (path) => call("DELETE", path);
/** A request whose body is a file. */
export const send = async (method, path, body, type) => (await sent(method, path, body, type)).answer;
export const put = (path, body) => call("PUT", path, body);

/** The answer, or null where there is none (yet). */
export const getOrNull = (path) => orNull(get(path));

async function orNull(answer) {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof Refused && (fault.status === 404 || fault.status === 409)) return null;
    throw fault;
  }
}
