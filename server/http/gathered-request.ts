import { IncomingMessage } from 'node:http'

/** A piece of this size is given on as it is. */
const PIECE_BYTES_MIN = 1_024
const GATHERED_BYTES = 4_096

/**
 * A request whose body comes in pieces that are worth their memory. Node gives on each chunk and each packet by itself, and a
 * buffer takes some 200 bytes beside its own: whoever sends byte by byte, in chunks of one, would make a body of 24 KB take
 * seven megabytes for as long as its end does not come.
 */
export class GatheredRequest extends IncomingMessage {
  #gathered: Buffer | null = null
  #bytes = 0
  #isBegun = false

  /** Node's parser calls it. @param chunk null at the end of the body. */
  override push(chunk: Buffer | null): boolean {
    // Nearly all bodies are one piece.
    const isGivenOn = chunk === null || chunk.length >= PIECE_BYTES_MIN || !this.#isBegun
    this.#isBegun = true
    if (isGivenOn) {
      this.#giveOn()
      return super.push(chunk)
    }
    this.#gathered ??= Buffer.allocUnsafe(GATHERED_BYTES)
    this.#bytes += chunk.copy(this.#gathered, this.#bytes)
    return this.#bytes <= GATHERED_BYTES - PIECE_BYTES_MIN || this.#giveOn()
  }

  /** @returns whether more is wanted. */
  #giveOn(): boolean {
    const gathered = this.#gathered?.subarray(0, this.#bytes)
    this.#gathered = null
    this.#bytes = 0
    return gathered ? super.push(gathered) : true
  }
}
