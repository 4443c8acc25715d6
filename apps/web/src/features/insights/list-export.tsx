import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { InsightFigure } from '@zelab/contract'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import { insightExportAddress } from '../../lib/queries/insights.ts'
import * as texts from './texts.ts'

interface ListExportProps {
  filters: InsightFilters
  figure: InsightFigure
  title: string
  fileName: string
}

export function ListExport({ filters, figure, title, fileName }: ListExportProps) {
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      href={insightExportAddress(filters, figure)}
      download={fileName}
      aria-label={texts.exportOf(title)}
    >
      {texts.exportList}
    </Button>
  )
}
