import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../features/status-pages/not-found-page.tsx'

export const Route = createFileRoute('/unknown')({ component: NotFoundPage })
