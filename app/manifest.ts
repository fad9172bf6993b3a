import type { MetadataRoute } from 'next'
import { PICTURE_COLOURS } from '@/components/pictures/colours'
import { serviceName } from '@/lib/env'

export const dynamic = 'force-dynamic'

export default function manifest(): MetadataRoute.Manifest {
  const name = serviceName()
  return {
    name,
    short_name: name,
    description: 'Promises become proof: challenges, missions and permanent receipts, signed by wallets.',
    start_url: '/',
    display: 'browser',
    background_color: PICTURE_COLOURS.paper,
    theme_color: PICTURE_COLOURS.paper,
    icons: [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
  }
}
