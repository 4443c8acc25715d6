import { useEffect, useState } from 'react'

// oxlint-disable-next-line local/no-texts-outside-catalogs -- the browser's name for what is dragged, which no one reads
const FILES = 'Files'

/** Accepts files dropped anywhere on the page. Without `take`, the browser's default applies. */
export const useDropAnywhere = (take: ((files: File[]) => void) | undefined): boolean => {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!take) return
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes(FILES) === true
    const over = (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      // A drop zone on the page has handled the files.
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      take(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  })
  return isOver && take !== undefined
}
