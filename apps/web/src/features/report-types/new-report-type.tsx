import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './report-types-page.module.css'
import { ReportTypeDialog } from './report-type-dialog.tsx'
import * as texts from './texts.ts'

export function NewReportType({ onAdded }: { onAdded: (id: number) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={classes.open}
        leftSection={<IconPlus size={14} stroke={2} />}
        onClick={() => setIsOpen(true)}
      >
        {texts.newReportType}
      </Button>
      {isOpen && <ReportTypeDialog onClose={() => setIsOpen(false)} onAdded={onAdded} />}
    </>
  )
}
