import { IconCircleCheck } from '@tabler/icons-react'
import classes from './report-vignette.module.css'

/** Where a value lies between the ends of its scale, and where the normal range begins and ends; in percent. */
const VALUES = [
  { name: 'Hemoglobin', value: '13.8', unit: 'g/dL', at: 52, from: 30, to: 72 },
  { name: 'White cells', value: '6.4', unit: '10⁹/L', at: 46, from: 28, to: 70 },
  { name: 'Platelets', value: '268', unit: '10⁹/L', at: 58, from: 26, to: 74 },
  { name: 'Ferritin', value: '18', unit: 'µg/L', at: 21, from: 30, to: 78 },
] as const

/** A picture of a published report, drawn with the product's own means. Purely decorative. */
export function ReportVignette() {
  return (
    <div className={classes.stage} aria-hidden="true">
      <div className={classes.back} />
      <div className={classes.sheet}>
        <div className={classes.head}>
          <span className={classes.type}>Complete Blood Count</span>
          <span className={classes.status}>
            <IconCircleCheck size={14} stroke={2} /> Published
          </span>
        </div>
        <div className={classes.patient}>
          <span className={classes.avatar}>LH</span>
          <span className={classes.lines}>
            <i style={{ inlineSize: '7.5rem' }} />
            <i style={{ inlineSize: '4.75rem' }} />
          </span>
          <span className={classes.id}>ZL-1042</span>
        </div>
        {VALUES.map(({ name, value, unit, at, from, to }) => (
          <div key={name} className={classes.value}>
            <span className={classes.name}>{name}</span>
            <span className={classes.figure}>
              {value} <small>{unit}</small>
            </span>
            <span className={classes.scale}>
              <span
                className={classes.range}
                style={{ insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }}
              />
              <span
                className={classes.mark}
                data-outside={at < from || at > to || undefined}
                style={{ insetInlineStart: `${at}%` }}
              />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
