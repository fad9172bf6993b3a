// The thread that draws pictures (server/pages/pictures.ts). Drawing one takes as long as hundreds of reads.
import { parentPort } from 'node:worker_threads'
import { type Card, drawCard } from '@/components/pictures/draw'

parentPort?.on('message', async (card: Card) => {
  const bytes = await drawCard(card).catch(() => null)
  parentPort?.postMessage(bytes, bytes ? [bytes.buffer] : [])
})
