import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSites, pageText, type Sites } from '@/tests/serverless/sites'
import { packedSite } from '@/tests/support/bare-site'
import { bareSite } from '@/tests/support/built-site'
import { completedMission, openChallenge } from '@/tests/support/story'

let packed: ReturnType<typeof packedSite>
let sites: Sites
beforeAll(async () => {
  packed = packedSite(bareSite().folder)
  sites = await openSites(1, {}, packed.start)
})
afterAll(async () => {
  await sites?.close()
  packed?.remove()
})

test('pages, pictures, files and the API need nothing but the files that Next has traced', async () => {
  const owner = await sites.wallet()
  const challenge = await openChallenge(owner)
  const { mission, receipt } = await completedMission(owner, await sites.wallet(), await sites.verifier())
  const addresses = [
    ...['/', '/challenges', '/docs', '/status', '/api/v1/openapi.json', '/sitemap.xml', '/challenges/feed.xml'],
    ...['/picture.png', `/challenges/${challenge.id}/picture.png`, `/receipts/${receipt.id}/picture.png`],
    ...[`/missions/${mission.id}`, `/missions/${mission.id}/deadlines.ics`, `/receipts/${receipt.id}/receipt.json`],
    '/api/v1/seeds/onchain',
  ]
  for (const address of addresses) {
    await pageText(sites.base, address)
    expect([address, (await fetch(sites.base + address)).status]).toEqual([address, 200])
  }
})
