package httpapi

// CatalogChanged forgets what was kept of the catalogue: the category tree, listings and pages. Call it when the index
// has the change already.
func (s *Server) CatalogChanged() {
	s.trees.drop()
	s.answers.drop()
	s.pages.drop()
}
