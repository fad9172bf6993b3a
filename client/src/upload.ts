/**
 * The body of an upload, made by hand: a key is bound to the body's bytes, and a platform's own form data has another
 * boundary each time. The file's name is nobody's business and stays here.
 * @param boundary the same for every try of one upload.
 */
export function uploadBody(file: Blob, proofId: string | undefined, boundary: string): { body: Blob; type: string } {
  const part = (header: string) => `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n`
  const proof = proofId ? `${part('name="proofId"')}${proofId}\r\n` : ''
  const body = new Blob([proof, part('name="file"; filename="evidence"'), file, `\r\n--${boundary}--\r\n`])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}
