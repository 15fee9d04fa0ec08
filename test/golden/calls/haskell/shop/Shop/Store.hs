module Shop.Store
  ( Store
  , emptyStore
  , insert
  , totalValue
  , withItem
  , modifyAll
  ) where

import Control.Monad.State
import Data.List (foldl')
import qualified Data.Map as M
import Shop.Types (Item (..), Sku, mkItem)

type Store = M.Map Sku Item

emptyStore :: Store
emptyStore = M.empty

insert :: Item -> Store -> Store
insert item store
  | valid item = M.insert (sku item) item store
  | otherwise = store
  where
    valid i = price i > minPrice && inStock i

minPrice :: Int
minPrice = 0

inStock :: Item -> Bool
inStock = (> 0) . stock

totalValue :: Store -> Int
totalValue = foldl' step 0 . M.elems
  where step acc item = acc + itemValue item

itemValue :: Item -> Int
itemValue i = price i * stock i

withItem :: Sku -> (Item -> Item) -> Store -> Store
withItem key f = M.adjust f key

modifyAll :: (Item -> Item) -> Store -> Store
modifyAll f = M.map (applyTo f)

applyTo :: (Item -> Item) -> Item -> Item
applyTo f i = f i

type App = StateT Store IO

restock :: Sku -> App ()
restock key = do
  modify (withItem key bump)
  s <- get
  lift $ logLine (summary s)
  when (M.null s) $ do
    put (insert (mkItem key 1) emptyStore)

bump :: Item -> Item
bump i = i { stock = stock i + 1 }

summary :: Store -> String
summary s = show (totalValue s)

logLine :: String -> IO ()
logLine = putStrLn
