import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import type { Letterhead } from '@zelab/contract'
import { formatDate } from '../../../lib/format.ts'
import { Ltr } from '../../../ui/display/ltr.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './letterhead-form.module.css'
import * as texts from './texts.tsx'

export function LetterheadFacts({ letterhead }: { letterhead: Letterhead }) {
  const { host, earlierHosts, seal } = letterhead
  return (
    <div className={classes.facts}>
      <p className={classes.fact}>{texts.reportsCheckedAt(<Ltr>{host}/v</Ltr>)}</p>
      {earlierHosts.map((earlier) => (
        <Notice
          key={earlier.host}
          tone="warning"
          title={texts.namesEarlierHost(earlier.reports, earlier.host)}
        >
          {texts.keepHost(<Ltr>{host}</Ltr>)}
        </Notice>
      ))}
      <Seal seal={seal} />
    </div>
  )
}

function Seal({ seal }: Pick<Letterhead, 'seal'>) {
  if (!seal) return <p className={classes.fact}>{texts.noSeal}</p>
  if (seal.problem) {
    const { title, advice } = texts.KEY_PROBLEMS[seal.problem]
    return (
      <Notice tone="warning" title={title}>
        {texts.publishedUnsealed} {advice}
      </Notice>
    )
  }
  const { subject, validUntil, isExposed } = seal
  return (
    <>
      <p className={classes.fact}>
        <IconRosetteDiscountCheck className={classes.sign} size={16} stroke={1.75} aria-hidden="true" />
        {subject === null
          ? texts.sealedWithKey
          : validUntil === null
            ? texts.sealedBy(subject)
            : texts.sealedAs(subject, formatDate(validUntil))}
      </p>
      {isExposed && (
        <Notice tone="warning" title={texts.keyExposed}>
          {texts.keyExposedAdvice}
        </Notice>
      )}
    </>
  )
}
