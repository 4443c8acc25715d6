import type { ShownDelivery } from '@zelab/contract'
import type { ReactNode } from 'react'
import { DeliveryActions } from './delivery-actions.tsx'
import { DeliveryHistory, DeliverySummary } from './delivery-summary.tsx'
import classes from './report-deliveries.module.css'

export function DeliveryItem({ delivery, report }: { delivery: ShownDelivery; report?: ReactNode }) {
  return (
    <li className={classes.item}>
      {report && <p className={classes.report}>{report}</p>}
      <div className={classes.line}>
        <DeliverySummary delivery={delivery} />
        <DeliveryActions delivery={delivery} />
      </div>
      <DeliveryHistory events={delivery.events} />
    </li>
  )
}
