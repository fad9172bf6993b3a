import localFont from 'next/font/local'

// Display: Brygada 1918, the revival of a face cast for hand-setting. Text: Ysabeau Office. Both SIL OFL 1.1.
// The latin files are cut to the weights of app/theme.css (assets/fonts/README.md): a variable face is twice the bytes, and
// each of its weights has to be made in the browser. The latin-ext files hold the letters of other European languages and
// load only where a page uses one.

const display = localFont({
  src: [
    { path: '../assets/fonts/brygada-1918-500.woff2', weight: '400 700', style: 'normal' },
    { path: '../assets/fonts/brygada-1918-italic-470.woff2', weight: '400 700', style: 'italic' },
  ],
  variable: '--face-display',
  display: 'swap',
  adjustFontFallback: 'Times New Roman',
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
    { path: '../assets/fonts/ysabeau-office-470.woff2', weight: '100 535', style: 'normal' },
    { path: '../assets/fonts/ysabeau-office-600.woff2', weight: '536 900', style: 'normal' },
  ],
  variable: '--face-text',
  display: 'swap',
  adjustFontFallback: 'Arial',
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

export const faces = [display, displayExtended, text, textExtended].map((face) => face.variable).join(' ')
