// Body of an upload: a file as it is, a folder as a tar (POSIX ustar), compressed where the browser can.

const BLOCK = 512;
/** Version control folders would publish earlier versions of files; the server leaves them out, too. */
const LEFT_OUT = [".git", ".hg", ".svn", ".DS_Store"];
const ARCHIVE = /\.(tar\.gz|tgz|tar)$/i;
const LIMIT = 1024 ** 3;

/** @returns name and body of a file; an archive is sent as the folder that it contains */
export function ofFile(file) {
  const archive = file.name.match(ARCHIVE);
  if (!archive) return { name: file.name, type: "application/octet-stream", body: file };
  return { name: file.name.replace(ARCHIVE, "") || "upload", body: file,
      type: archive[1].toLowerCase() === "tar" ? "application/x-tar" : "application/gzip" };
}

/** @param files of a folder, as an input with webkitdirectory gives them */
export async function ofFolder(files) {
  const kept = files.map((file) => ({ file, words: (file.webkitRelativePath || `upload/${file.name}`).split("/") }))
    .filter(({ words }) => !words.some((word) => LEFT_OUT.includes(word)));
  if (kept.reduce((sum, { file }) => sum + file.size, 0) > LIMIT) throw new Error("The folder exceeds 1 GiB.");
  const parts = kept.flatMap(({ file, words }) => [header(words.slice(1).join("/"), file.size), file,
      new Uint8Array((BLOCK - (file.size % BLOCK)) % BLOCK)]);
  const tar = new Blob([...parts, new Uint8Array(2 * BLOCK)]);
  const name = kept[0]?.words[0] ?? "upload";
  if (!("CompressionStream" in window)) return { name, type: "application/x-tar", body: tar };
  const body = await new Response(tar.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  return { name, type: "application/gzip", body };
}

function header(path, size) {
  const bytes = new Uint8Array(BLOCK);
  const write = (text, at, most) => {
    const encoded = new TextEncoder().encode(text);
    if (encoded.length > most) throw new Error(`The path ${path} is too long for an upload from a browser: use caravan service create.`);
    bytes.set(encoded, at);
  };
  const { prefix, name } = divided(path);
  const octal = (value, digits) => value.toString(8).padStart(digits, "0");
  write(name, 0, 100);
  write(`${octal(0o644, 7)}\0`, 100, 8);
  write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108, 16);
  write(`${octal(size, 11)}\0${octal(0, 11)}\0`, 124, 24);
  write("        ", 148, 8);
  write("0", 156, 1);
  write("ustar\x0000", 257, 8);
  write(prefix, 345, 155);
  write(`${octal(bytes.reduce((sum, one) => sum + one, 0), 6)}\0 `, 148, 8);
  return bytes;
}

/** Of a path above 100 bytes, the folders that fit are the prefix. */
function divided(path) {
  const length = (text) => new TextEncoder().encode(text).length;
  if (length(path) <= 100) return { prefix: "", name: path };
  for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
    if (length(path.slice(slash + 1)) <= 100) return { prefix: path.slice(0, slash), name: path.slice(slash + 1) };
  }
  return { prefix: "", name: path };
}
