import { lazy, Suspense } from 'react'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './trend-card.module.css'
import * as texts from './texts.ts'

const TrendChart = lazy(() =>
  import('./chart/trend-chart.tsx').then((module) => ({ default: module.TrendChart })),
)

/** The picture of the last weeks. It is fetched when the counters are there: they are what people come for. */
export function TrendCard({ isReady }: { isReady: boolean }) {
  return (
    <div className={classes.card}>
      <SectionCard title={texts.title}>
        <div className={classes.place}>
          {isReady && (
            <Suspense>
              <TrendChart />
            </Suspense>
          )}
        </div>
      </SectionCard>
    </div>
  )
}
