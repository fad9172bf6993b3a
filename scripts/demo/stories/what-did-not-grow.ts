import { ago, day } from '../clock'
import type { Story } from '../conductor'
import type { Cast } from '../stage'

// Both missions fail, and both end with a receipt.

/** The proof is rejected, and the owner records the failure. */
export async function* rainBarrels({ pilar, jun, verifier, osier }: Cast): Story {
  yield ago(11, '14:50')
  const roof = await osier.beginThread(
    'garden',
    'The roof of the school drips into the gutter all spring, and in July the beds are dry. There is a barrel shaped gap in this.',
  )
  yield ago(11, '15:15')
  const barrels = await pilar.publishMission({
    sourceUrl: roof.url,
    title: 'Rain barrels for the school garden',
    summary:
      'The roof collects more water than the garden can drink. Three barrels and a pump would carry it through July.',
    definitionOfDone: 'Three barrels are connected, and the tap at the beds runs without the mains.',
    requiredProof: 'A film of the tap running, with the mains shut off.',
    deadline: day(10),
    rewardTerms: 'Seeds, and tomatoes in August.',
    milestones: [{ title: 'The tap runs on rain', required: true }],
  })
  yield ago(10, '10:25')
  await jun.claim(barrels)
  yield ago(7, '19:30')
  const tap = await jun.prove(barrels, 1, {
    kind: 'Link',
    url: 'https://school-garden.example/films/tap',
    note: 'It runs! Eleven seconds, then the pump needs a rest.',
  })
  yield ago(6, '09:35')
  await verifier.review(tap, 'reject', 'In the film the mains are open: the meter behind the tap turns.')
  yield ago(4, '09:10')
  await pilar.conclude(
    barrels,
    'failed',
    'The roof hangs ten centimetres too low for the pump we could afford. Jun tried honestly. The barrels water the hedge by gravity, which nobody had planned and everybody likes.',
  )
}

/** Abandoned before any proof. */
export async function* recipes({ teo, okon, pollen }: Cast): Story {
  yield ago(9, '20:05')
  const kitchens = await pollen.beginThread(
    'library',
    'Twelve grandmothers in this street cook twelve things that nobody ever wrote down. Would they tell it to a microphone?',
  )
  yield ago(9, '20:30')
  const podcast = await teo.publishMission({
    sourceUrl: kitchens.url,
    title: 'Our grandmothers’ recipes as a podcast',
    summary: 'Twelve kitchens, twelve voices, one pot each. Recorded where they cook.',
    definitionOfDone: 'Twelve episodes can be heard by anybody.',
    requiredProof: 'The address of the feed.',
    deadline: day(50),
    milestones: [
      { title: 'Three pilot episodes', required: true },
      { title: 'The other nine', required: true },
    ],
  })
  yield ago(8, '11:00')
  await okon.claim(podcast)
  yield ago(1, '13:30')
  await teo.conclude(
    podcast,
    'abandoned',
    'The grandmothers would rather cook than talk, and they are right. We eat together on Thursdays instead, and nobody records it.',
  )
}
