import { createFileInspector, type FileInspector } from '../modules/inspection/file-inspector.ts'
import { createPageDrawer, type PageDrawer } from '../modules/inspection/page-drawer.ts'
import { createReportStamper, type ReportStamper } from '../modules/stamping/report-stamper.ts'

export interface FileProcesses {
  inspector: FileInspector
  drawer: PageDrawer
  stamper: ReportStamper
}

export const createFileProcesses = (): FileProcesses => ({
  inspector: createFileInspector(),
  drawer: createPageDrawer(),
  stamper: createReportStamper(),
})

export const stopFileProcesses = (processes: FileProcesses): void => {
  for (const each of Object.values(processes) as { stop(): void }[]) each.stop()
}
