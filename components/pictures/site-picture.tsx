import { PICTURE_COLOURS } from '@/components/pictures/colours'
import { ITALIC, Mark, RULE } from '@/components/pictures/frame'

const { paper, ink, inkSoft } = PICTURE_COLOURS

export function SitePicture({ name }: { name: string }) {
  return (
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        width: '100%',
        height: '100%',
        padding: '0 88px',
        backgroundColor: paper,
        color: ink,
        fontFamily: 'Ysabeau Office',
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, flexBasis: 0 }}>
        <span style={{ ...ITALIC, fontSize: 44, color: inkSoft }}>{name}</span>
        <span style={{ marginTop: 10, fontFamily: 'Brygada 1918', fontSize: 92, lineHeight: 1.04 }}>
          Promises become proof
        </span>
        <div style={{ ...RULE, marginTop: 34, width: 600 }} />
        <span style={{ marginTop: 28, fontSize: 34, lineHeight: 1.35, color: inkSoft }}>
          Challenges that a community decides, missions that grow from them, permanent receipts. Every step signed by a
          wallet.
        </span>
      </div>
      <div style={{ display: 'flex', marginLeft: 48 }}>
        <Mark size={360} />
      </div>
    </div>
  )
}
