import type { Answer, contract, Language, SendOptions, SlipPaper } from '@zelab/contract'
import { PrintAlone } from '../../../ui/actions/print-alone.tsx'
import { PhoneText } from '../../../ui/display/contact-links.tsx'
import classes from '../deliveries.module.css'
import * as texts from './texts.ts'

export type HandOverAnswer = Answer<typeof contract.deliveries.handOver>['data']

export interface Handed extends Pick<
  HandOverAnswer,
  'link' | 'text' | 'until' | 'whatsappAddress' | 'qrCode'
> {
  language: Language
  lab: SendOptions['lab'] | undefined
  /** Above the link of a slip. */
  headline: string
}

export function Slip({ made: { language, lab, headline, link, until, qrCode } }: { made: Handed }) {
  const words = texts.SLIP[language]
  return (
    <div className={classes.slip} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <p className={classes.lab}>
        <bdi>{lab?.name}</bdi>
      </p>
      <p className={classes.ready}>{headline}</p>
      {qrCode !== null && (
        <img width={160} height={160} src={`data:image/svg+xml;utf8,${encodeURIComponent(qrCode)}`} alt="" />
      )}
      <p>{words.scan}</p>
      <p className={classes.link} dir="ltr">
        {link}
      </p>
      <p>{words.birthday(until)}</p>
      {lab?.phone && (
        <p>
          {words.questions} <PhoneText phone={lab.phone} />
        </p>
      )}
    </div>
  )
}

const MM_PER_PX = 25.4 / 96
/** Printers of rolls leave the edges blank. */
const ROLLS = { 'roll-80': { width: 80, edge: 4 }, 'roll-58': { width: 58, edge: 5 } } as const

/** The height of a roll is that of the slip, so that no blank paper is fed. */
const pageOf = (paper: SlipPaper, slip: HTMLElement): string => {
  if (paper === 'a4' || paper === 'a5') return `size: ${paper}; margin: 14mm`
  const { width, edge } = ROLLS[paper]
  slip.style.cssText = `display: block; position: absolute; visibility: hidden; inline-size: ${width - 2 * edge}mm`
  const height = Math.ceil(slip.getBoundingClientRect().height * MM_PER_PX) + 1
  slip.style.cssText = ''
  return `size: ${width}mm ${height + 2 * edge}mm; margin: ${edge}mm`
}

/** Prints the slip on the paper of the lab. */
export function PrintSlip({ made }: { made: Handed }) {
  return (
    <PrintAlone
      label={texts.printSlip}
      kind="slip"
      pageOf={(slip) => pageOf(made.lab?.slipPaper ?? 'a4', slip)}
    >
      <Slip made={made} />
    </PrintAlone>
  )
}
