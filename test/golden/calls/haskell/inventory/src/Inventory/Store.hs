module Inventory.Store where

import qualified Data.Map.Strict as Map
import Control.Monad.State
import Inventory.Types

newtype App a = App { runApp :: State Stock a }

emptyStock :: Stock
emptyStock = Map.empty

insertItem :: Item -> Stock -> Stock
insertItem item = Map.insertWith merge (itemName item) item

merge :: Item -> Item -> Item
merge new old = old { itemCount = itemCount new + itemCount old }

fromList :: [Item] -> Stock
fromList = foldr insertItem emptyStock

total :: Stock -> Int
total = sum . map itemTotal . Map.elems

addM :: Item -> State Stock ()
addM item = modify (insertItem item)

removeM :: String -> State Stock Bool
removeM name = do
  stock <- get
  case lookupItem name stock of
    Nothing -> return False
    Just item -> do
      when (itemCount item > 1) $ put (decrement name stock)
      pure True

lookupItem :: String -> Stock -> Maybe Item
lookupItem = Map.lookup . normalize

decrement :: String -> Stock -> Stock
decrement = Map.adjust less
  where less item = item { itemCount = itemCount item - 1 }

normalize :: String -> String
normalize = filter (/= ' ')
