import { inject } from 'vitest'
import { toldIn } from '@/tests/setup/background'
import type { BareSite } from '@/tests/setup/serverless'

// Before a test of the serverless deployment is loaded: waits until its site is built.

declare global {
  var builtBareSite: BareSite | undefined
}

globalThis.builtBareSite = await toldIn<BareSite>(inject('bareSite'))
