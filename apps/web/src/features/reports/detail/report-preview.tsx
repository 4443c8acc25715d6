import { Button } from '@mantine/core'
import { IconExternalLink, IconFileTypePdf, IconMaximize } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { useState } from 'react'
import { fileAddress, fileEnding, fileNameOf, isPictureFile } from '../../../lib/report-files.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { FileDialog } from './file-dialog.tsx'
import classes from './report-preview.module.css'
import * as texts from '../texts.tsx'

/** A glance at the document; View shows it large without leaving the page. */
export function ReportPreview({ report }: { report: Report }) {
  const [isOpen, setIsOpen] = useState(false)
  const { title, filePath } = report
  const address = fileAddress(filePath)
  const open = () => setIsOpen(true)
  return (
    <SectionCard title={texts.reportPreview}>
      <button type="button" className={classes.sheet} onClick={open} aria-label={texts.enlarge(title)}>
        {isPictureFile(filePath) ? (
          <img className={classes.picture} src={address} alt="" />
        ) : (
          <span className={classes.document}>
            <IconFileTypePdf size={40} stroke={1.25} aria-hidden="true" />
            <span>{fileNameOf(title, filePath)}</span>
            <span className={classes.kind}>
              {texts.documentOf(fileEnding(filePath).slice(1).toUpperCase())}
            </span>
          </span>
        )}
      </button>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={16} stroke={1.75} />}
        >
          {texts.openInNewTab}
        </Button>
        <Button
          variant={report.withdrawal ? 'default' : 'filled'}
          leftSection={<IconMaximize size={16} stroke={1.75} />}
          onClick={open}
        >
          {texts.view}
        </Button>
      </div>
      <FileDialog report={report} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </SectionCard>
  )
}
