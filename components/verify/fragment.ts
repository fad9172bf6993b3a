// A receipt in a link: `#receipt=` and its JSON file, deflated (RFC 1951), in base64url (RFC 4648 §5).

const NAME = 'receipt='
/** The maximum size of an unpacked link, so that no fragment can fill the reader's memory. */
export const FILE_BYTES_MAX = 10_000_000

/** The fragment that holds a receipt file, without its `#`. */
export async function fragmentOf(text: string): Promise<string> {
  const packed = new Blob([JSON.stringify(JSON.parse(text))]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `${NAME}${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Whether an address's fragment says that it holds a receipt. */
export const holdsReceipt = (hash: string): boolean => hash.startsWith(`#${NAME}`)

/** The text of the receipt file in a fragment. @throws Error if it was cut, or unpacks to more than `FILE_BYTES_MAX`. */
export async function textOf(hash: string): Promise<string> {
  const binary = atob(
    hash
      .slice(NAME.length + 1)
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  )
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (text.length > FILE_BYTES_MAX) throw new Error('It unpacks to more than any receipt is.')
  }
}
