import { inject } from 'vitest'
import { toldIn } from '@/tests/setup/background'
import type { PagesService } from '@/tests/setup/browser'

// Before a page test is loaded: waits for the service of this worker.

declare global {
  var pagesService: PagesService | undefined
}

const files = inject('pages')
// Vitest numbers the workers that run at once from 1 on.
const mine = files[(Number(process.env['VITEST_POOL_ID'] ?? '1') - 1) % files.length]
if (!mine) throw new Error('There is no service.')
globalThis.pagesService = await toldIn<PagesService>(mine)
