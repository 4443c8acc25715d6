import { FormModal } from '../../ui/form/form-modal.tsx'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './report-types-page.module.css'
import { ReportTypeForm } from './report-type-form.tsx'
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
      <FormModal opened={isOpen} onClose={() => setIsOpen(false)} title={texts.newReportType}>
        <ReportTypeForm
          onCancel={() => setIsOpen(false)}
          onSaved={(id) => {
            setIsOpen(false)
            onAdded(id)
          }}
        />
      </FormModal>
    </>
  )
}
