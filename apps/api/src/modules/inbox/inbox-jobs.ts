/** The job that publishes a green item whose source allows it. */
export const PUBLISH_AUTOMATICALLY = 'publish-inbox-item'
