{-# LANGUAGE RecordWildCards #-}
module Inventory.Types
  ( Item(..)
  , Stock
  , Priced(..)
  , Describable(..)
  , mkItem
  , itemTotal
  ) where

import qualified Data.Map.Strict as Map
import Data.Char (toUpper)

data Item = Item
  { itemName :: String
  , itemPrice :: Int
  , itemCount :: Int
  } deriving (Eq, Show)

type Stock = Map.Map String Item

class Describable a where
  describe :: a -> String
  describe = const "thing"
  label :: a -> String

class Describable a => Priced a where
  price :: a -> Int

instance Describable Item where
  describe item = label item ++ suffix item
  label Item{..} = shout itemName

instance Priced Item where
  price = itemTotal

mkItem :: String -> Int -> Int -> Item
mkItem name p n
  | valid p = Item { itemName = name, itemPrice = p, itemCount = n }
  | otherwise = error (complain name)
  where
    valid x = x > 0

complain :: String -> String
complain name = "bad price of " ++ name

itemTotal :: Item -> Int
itemTotal item = itemPrice item * itemCount item

suffix :: Item -> String
suffix item = " x" ++ show (itemCount item)

shout :: String -> String
shout = map toUpper
