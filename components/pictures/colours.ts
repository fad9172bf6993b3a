import type { VineColours } from '@/components/vine/vine'
import type { Tone } from '@/lib/machine/labels'

/** The light values of `app/theme.css`. Pictures are drawn outside any page, so they cannot use its tokens. */
export const PICTURE_COLOURS = {
  paper: '#f7f3e8',
  leaf: '#fdfbf4',
  ink: '#22261d',
  inkSoft: '#555a4a',
  rule: '#d9d1bc',
  ruleStrong: '#868470',
  green: '#2c673a',
  greenDeep: '#1f4f2b',
  greenWash: '#e0ead2',
  ochre: '#7a5200',
  ochreWash: '#f5e6c2',
  madder: '#96341f',
  madderWash: '#f5ded3',
} as const

export const PICTURE_VINE: VineColours = {
  stem: PICTURE_COLOURS.green,
  flower: PICTURE_COLOURS.ochre,
  heart: PICTURE_COLOURS.paper,
  tip: PICTURE_COLOURS.inkSoft,
  lattice: PICTURE_COLOURS.rule,
}

export const TONE_COLOURS: Readonly<Record<Tone, { readonly ink: string; readonly wash: string }>> = {
  resting: { ink: PICTURE_COLOURS.inkSoft, wash: PICTURE_COLOURS.leaf },
  growing: { ink: PICTURE_COLOURS.green, wash: PICTURE_COLOURS.leaf },
  waiting: { ink: PICTURE_COLOURS.ochre, wash: PICTURE_COLOURS.ochreWash },
  done: { ink: PICTURE_COLOURS.greenDeep, wash: PICTURE_COLOURS.greenWash },
  refused: { ink: PICTURE_COLOURS.madder, wash: PICTURE_COLOURS.madderWash },
}
