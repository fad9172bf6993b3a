import localFont from 'next/font/local'

// Display: Brygada 1918, the revival of a face cast for hand-setting. Text: Ysabeau Office. Both SIL OFL 1.1.
// The ascii and latin files are cut to the weights of app/theme.css (assets/fonts/README.md): a variable face is twice the
// bytes, and each of its weights has to be made in the browser. No page waits for any of them (app/page-document.tsx). The ascii
// files hold what plain English needs; the latin files (the other letters of Western Europe) and the latin-ext files load only
// where a page uses one of their letters. What stands here twice cannot be named once: `next/font` reads literals only.

const display = localFont({
  src: [
    { path: '../assets/fonts/brygada-1918-500-ascii.woff2', weight: '400 700', style: 'normal' },
    { path: '../assets/fonts/brygada-1918-italic-470-ascii.woff2', weight: '400 700', style: 'italic' },
  ],
  variable: '--face-display',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
})

const displayLatin = localFont({
  src: [
    { path: '../assets/fonts/brygada-1918-500-latin.woff2', weight: '400 700', style: 'normal' },
    { path: '../assets/fonts/brygada-1918-italic-470-latin.woff2', weight: '400 700', style: 'italic' },
  ],
  variable: '--face-display-latin',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-2012, U+2015-2017, U+201A-201B, U+201E-2025, U+2027-206F, U+20AC, U+2122, U+2191, U+2193, U+2215, U+FEFF, U+FFFD',
    },
  ],
})

const displayExtended = localFont({
  src: [
    {
      path: '../node_modules/@fontsource-variable/brygada-1918/files/brygada-1918-latin-ext-wght-normal.woff2',
      weight: '400 700',
      style: 'normal',
    },
    {
      path: '../node_modules/@fontsource-variable/brygada-1918/files/brygada-1918-latin-ext-wght-italic.woff2',
      weight: '400 700',
      style: 'italic',
    },
  ],
  variable: '--face-display-extended',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
})

const text = localFont({
  src: [
    { path: '../assets/fonts/ysabeau-office-470-ascii.woff2', weight: '100 535', style: 'normal' },
    { path: '../assets/fonts/ysabeau-office-600-ascii.woff2', weight: '536 900', style: 'normal' },
  ],
  variable: '--face-text',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
})

const textLatin = localFont({
  src: [
    { path: '../assets/fonts/ysabeau-office-470-latin.woff2', weight: '100 535', style: 'normal' },
    { path: '../assets/fonts/ysabeau-office-600-latin.woff2', weight: '536 900', style: 'normal' },
  ],
  variable: '--face-text-latin',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-2012, U+2015-2017, U+201A-201B, U+201E-2025, U+2027-206F, U+20AC, U+2122, U+2191, U+2193, U+2215, U+FEFF, U+FFFD',
    },
  ],
})

const textExtended = localFont({
  src: '../node_modules/@fontsource-variable/ysabeau-office/files/ysabeau-office-latin-ext-wght-normal.woff2',
  weight: '100 900',
  variable: '--face-text-extended',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
})

export const faces = [display, displayLatin, displayExtended, text, textLatin, textExtended]
  .map((face) => face.variable)
  .join(' ')
