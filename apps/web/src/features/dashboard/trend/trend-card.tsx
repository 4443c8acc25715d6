import { Box } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from '../dashboard.module.css'
import * as texts from './texts.ts'

const TrendChart = lazy(() =>
  import('./chart/trend-chart.tsx').then((module) => ({ default: module.TrendChart })),
)

/** Loads the charts after the counters and on scroll, because they take a third of the script. */
export function TrendCard({ isReady }: { isReady: boolean }) {
  const { ref, entry } = useIntersection()
  const [wasSeen, setWasSeen] = useState(false)
  if (entry?.isIntersecting && !wasSeen) setWasSeen(true)
  return (
    <Box mt="md">
      <SectionCard title={texts.title}>
        <div ref={ref} className={classes.place}>
          {isReady && wasSeen && (
            <Suspense>
              <TrendChart />
            </Suspense>
          )}
        </div>
      </SectionCard>
    </Box>
  )
}
